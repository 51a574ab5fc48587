import { promisify } from 'node:util'
import { crc32, deflateRaw, type ZlibOptions } from 'node:zlib'
import { mapAtMost } from '../concurrency.ts'
import { createCode, everySlot } from './code.ts'
import { render } from './edits.ts'
import { type MarkKey, planKeys } from './keys.ts'
import type { Plan, PlanFile } from './plan.ts'
import { bytesOfText } from './text.ts'
import { tokenField } from './token.ts'
import { endOf, localHeaderOf, recordOf } from './zip-records.ts'

const STORED = 0
const DEFLATED = 8
const LEVEL = 6
const PACKED_AT_ONCE = 4

/**
 * Changes when the same plan and purchase could give other bytes, as with another version of zlib. A resumed download
 * must not mix two tails, so this belongs in the name or the ETag of a copy.
 */
export const TAIL_VERSION = `1-${process.versions.zlib}`

const pack = promisify((bytes: Buffer, options: ZlibOptions, done: (error: Error | null, packed: Buffer) => void) =>
  deflateRaw(bytes, options, done),
)

/** What follows the body in the copy of one purchase: the marked entries, the directory and the end record. */
export const tailOf = async (plan: Plan, key: MarkKey, purchase: string) => {
  if (key.id !== plan.keyId) throw new Error(`plan ${plan.id} was made with key ${plan.keyId}, not ${key.id}`)
  const keys = planKeys(key, plan.id)
  const bits = createCode(keys, everySlot(plan.slotCount)).bitsOf(purchase)
  const marked = await mapAtMost(PACKED_AT_ONCE, plan.files, (file) => markedEntry(file, bits))

  const token = tokenField(keys.token(purchase))
  let offset = plan.bodyBytes
  const records = marked.map(({ header, packed, facts }) => {
    const record = recordOf({ ...facts, headerOffset: offset }, token)
    offset += header.length + packed.length
    return record
  })
  const directory = plan.directory.map((part) => (typeof part === 'number' ? (records[part] ?? Buffer.alloc(0)) : part))
  const bytes = directory.reduce((sum, part) => sum + part.length, 0)
  const end = endOf({ entryCount: plan.entryCount, offset, bytes })
  return Buffer.concat([...marked.flatMap(({ header, packed }) => [header, packed]), ...directory, end])
}

const markedEntry = async (file: PlanFile, bits: Uint8Array) => {
  const content = bytesOfText(render(file.text, file.edits, (slot) => bits[slot] === 1))
  const deflated = await pack(content, { level: LEVEL })
  const isSmaller = deflated.length < content.length
  const packed = isSmaller ? deflated : content
  const { nameBytes, flags, modified, attributes, madeBy } = file
  const facts = {
    ...{ nameBytes, flags, modified, attributes, madeBy },
    method: isSmaller ? DEFLATED : STORED,
    crc: crc32(content),
    packedSize: packed.length,
    size: content.length,
  }
  return { header: localHeaderOf(facts), packed, facts }
}
