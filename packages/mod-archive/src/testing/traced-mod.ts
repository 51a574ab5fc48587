import { listArchive } from '../listing.ts'
import { createCode, everySlot } from '../marking/code.ts'
import { render } from '../marking/edits.ts'
import { planKeys } from '../marking/keys.ts'
import type { Plan } from '../marking/plan.ts'
import { splitMaster } from '../marking/split.ts'
import { bytesOfText } from '../marking/text.ts'
import { bufferSource } from '../source.ts'
import type { LeakedText } from '../tracing/material.ts'
import { modEntries, type ModPlan } from './generated-mod.ts'
import { type NewEntry, zipOf } from './zip-writer.ts'

export const TEST_KEY = { id: 'test-1', secret: Buffer.alloc(32, 'a key for tests ') }

/** Splits a master. */
export const splitZip = async (master: Buffer, id = 'release-1') => {
  const source = bufferSource(master)
  const parts: Buffer[] = []
  const plan = await splitMaster(source, await listArchive(source), {
    id,
    key: TEST_KEY,
    write: (bytes) => void parts.push(Buffer.from(bytes)),
  })
  return { master, plan, body: Buffer.concat(parts) }
}

export const splitMod = async (mod: ModPlan, more: readonly NewEntry[] = []) =>
  splitZip(await zipOf([...modEntries(mod), ...more]))

/** The bits of a purchase, for all slots. */
export const bitsOf = (plan: Plan, purchase: string) =>
  createCode(planKeys(TEST_KEY, plan.id), everySlot(plan.slotCount)).bitsOf(purchase)

/** The marked texts of a copy with these bits. */
export const textsWith = (plan: Plan, bits: Uint8Array): LeakedText[] =>
  plan.files.map(({ name, text, edits }) => ({ name, text: render(text, edits, (slot) => bits[slot] === 1) }))

export const zipOfTexts = (texts: readonly LeakedText[]) =>
  zipOf(texts.map(({ name, text }) => ({ name, content: bytesOfText(text), level: 1 })))
