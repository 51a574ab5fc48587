import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '@slipstream/contract/default-settings'
import { cents } from '@slipstream/contract/money'
import { inTransaction } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { createCategory, createMod } from '@slipstream/db/testing/catalogue-factories'
import { editSettings } from '#features/settings/edit-settings.service.ts'
import { loadSharp } from '#gateways/images.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { testPicture } from '#testing/test-picture.ts'
import { openFileStore } from '#testing/test-store.ts'
import { addPicture, storePicture } from './pictures.service.ts'
import { drawShareImage, queueShareImage } from './share-image.service.ts'
import { paintShareImage } from './share-painting.ts'

// Drawing is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const store = await openFileStore()
let categoryId: number
beforeAll(async () => {
  categoryId = (await createCategory(store.db)).id
})

const keyOf = async (modId: number) => {
  const [mod] = await store.db.select({ key: mods.shareImageKey }).from(mods).where(eq(mods.id, modId))
  return mod?.key ?? ''
}
const queue = (modId: number) => inTransaction(store.db, (tx) => queueShareImage(tx, modId))

/** Changes the mod and returns the name of its share image afterward. */
const afterChange = async (modId: number, change: Partial<typeof mods.$inferInsert>) => {
  if (Object.keys(change).length > 0) await store.db.update(mods).set(change).where(eq(mods.id, modId))
  await queue(modId)
  await runJobs(store)
  return keyOf(modId)
}

test('a mod with a picture gets a public, immutable share image of 1200x630', async () => {
  const { id } = await createMod(store.db, { categoryId, ratingCount: 3, ratingSum: 14 })
  const picture = await storePicture(store.services.storage, await testPicture())
  await inTransaction(store.db, (tx) => addPicture(tx, id, { ...picture, label: 'Front', alt: '' }))
  expect(await keyOf(id)).toBe('')
  await runJobs(store)

  const key = await keyOf(id)
  expect(key).toMatch(/^share\/[0-9a-f]{64}\.jpg$/)
  const answer = await fetch(store.services.storage.publicUrl(key))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const sharp = await loadSharp()
  const facts = await sharp(await answer.arrayBuffer()).metadata()
  expect(facts).toMatchObject({ format: 'jpeg', width: 1_200, height: 630 })
})

test('the share image gets a new name when the title, price or rating changes, and only then', async () => {
  const { id } = await createMod(store.db, { categoryId, title: 'Tom & <b>Jerry</b>' })
  const names = [
    await afterChange(id, {}),
    await afterChange(id, { title: 'Harlan Brigand 427' }),
    await afterChange(id, { salePriceCents: 999, saleStartsAt: new Date(Date.now() - 60_000) }),
    await afterChange(id, { ratingCount: 2, ratingSum: 9 }),
  ]
  expect(new Set(names).size).toBe(4)
  expect(names).not.toContain('')
  expect(await afterChange(id, { description: 'Something that is not on the picture.' })).toBe(names.at(-1))
})

test('the share images of all mods are drawn again in a new accent, as the store’s settings say', async () => {
  const { id } = await createMod(store.db, { categoryId })
  const before = await afterChange(id, {})
  await inTransaction(store.db, (tx) => editSettings(tx, null, { accentDark: '#7fe3a1' }))
  await runJobs(store)
  expect(await keyOf(id)).not.toBe(before)
  await inTransaction(store.db, (tx) => editSettings(tx, null, { accentDark: DEFAULT_SETTINGS.accentDark }))
  await runJobs(store)
  expect(await keyOf(id)).toBe(before)
})

test('several changes cause one drawing, and a removed mod is not drawn', async () => {
  const { id } = await createMod(store.db, { categoryId })
  for (let change = 0; change < 3; change += 1) await queue(id)
  const waiting = () => store.db.execute(sql`select from graphile_worker.jobs`)
  expect((await waiting()).rows).toHaveLength(1)
  await store.db.delete(mods).where(eq(mods.id, id))
  await runJobs(store)
  await vi.waitFor(async () => expect((await waiting()).rows).toEqual([]))
})

test('a share image that became stale while being drawn is drawn again', async () => {
  const { id } = await createMod(store.db, { categoryId })
  const { storage } = store.services
  const renameMeanwhile: typeof storage.putPublic = async (...object) => {
    await store.db.update(mods).set({ title: 'Harlan Brigand 500' }).where(eq(mods.id, id))
    await storage.putPublic(...object)
  }
  await drawShareImage(store.db, { ...storage, putPublic: renameMeanwhile }, id)
  expect(await keyOf(id)).toBe('')
  await runJobs(store)
  const key = await keyOf(id)
  expect(key).not.toBe('')
  expect(await afterChange(id, {})).toBe(key)
})

const MOD = {
  storeName: 'Slipstream',
  accent: '',
  title: 'Tsukiro Senko D-Spec, Łódź',
  price: cents(2_499),
  discountPrice: cents(1_999),
  rating: { average: 4.8, count: 312 },
  cover: null,
}

/** Scaled down, so that font smoothing makes no difference. */
const fromAfar = async (bytes: Buffer) => (await loadSharp())(bytes).resize(75).raw().toBuffer()

/** The mean difference of two pictures, from 0 to 255. */
const difference = async (one: Buffer, other: Buffer) => {
  const [a, b] = await Promise.all([fromAfar(one), fromAfar(other)])
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length
}

/** Runs this in a process that has loaded no font, on a machine without fonts. */
const withoutFonts = async (script: string) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'no-fonts-'))
  const file = path.join(folder, 'fonts.conf')
  await writeFile(file, '<fontconfig></fontconfig>')
  const imported = `import { paintShareImage } from '${path.join(import.meta.dirname, 'share-painting.ts')}'\n`
  const node = ['--input-type=module', '--eval', imported + script]
  const env = { FONTCONFIG_FILE: file, HOME: folder }
  const { stdout } = await promisify(execFile)(process.execPath, node, { env, maxBuffer: 10_000_000 })
  await rm(folder, { recursive: true })
  return stdout
}

test('the share image uses our own fonts even where none are installed', async () => {
  const elsewhere = await withoutFonts(
    `process.stdout.write((await paintShareImage(${JSON.stringify(MOD)})).toString('base64'))`,
  )
  const here = await paintShareImage(MOD)
  expect(await difference(here, Buffer.from(elsewhere, 'base64'))).toBeLessThan(1.5)
  expect(await difference(here, await paintShareImage({ ...MOD, title: 'Another title' }))).toBeGreaterThan(1.5)
})

test('the first share image of a process has the letters that only the text font has', async () => {
  const isSame = await withoutFonts(`
    const rated = ${JSON.stringify(MOD)}
    const plain = { ...rated, rating: null, discountPrice: null }
    const first = await paintShareImage(plain)
    await paintShareImage(rated)
    process.stdout.write(String(first.equals(await paintShareImage(plain))))`)
  expect(isSame).toBe('true')
})
