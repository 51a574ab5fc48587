import { asc, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { modPictures } from '@slipstream/db/tables/mod-pictures'
import { createCategory, createMod } from '@slipstream/db/testing/catalogue-factories'
import { loadSharp } from '#gateways/images.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { testPicture } from '#testing/test-picture.ts'
import { openFileStore } from '#testing/test-store.ts'
import { addPicture, scalePicture, type StoredPicture, storePicture } from './pictures.service.ts'

// Drawing is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const store = await openFileStore()
let categoryId: number
beforeAll(async () => {
  categoryId = (await createCategory(store.db)).id
})

const newMod = async () => (await createMod(store.db, { categoryId })).id
const newPicture = async (size: { width?: number; height?: number } = {}) =>
  storePicture(store.services.storage, await testPicture(size))
const add = (modId: number, picture: StoredPicture, label = 'Front') =>
  inTransaction(store.db, (tx) => addPicture(tx, modId, { ...picture, label, alt: 'A coupe from the front' }))
const gallery = (modId: number) =>
  store.db.select().from(modPictures).where(eq(modPictures.modId, modId)).orderBy(asc(modPictures.sortOrder))
const look = (key: string) => fetch(store.services.storage.publicUrl(key))

/** The public object at the address of a scaled picture. */
const made = async (hash: string, width: number, format: 'avif' | 'webp') => {
  const answer = await look(`pictures/${hash}-${width}.${format}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe(`image/${format}`)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const sharp = await loadSharp()
  const { width: pixels, height, mediaType } = await sharp(await answer.arrayBuffer()).metadata()
  return { pixels, height, mediaType }
}

test('a picture shows at once: its original is public before any job has run', async () => {
  const modId = await newMod()
  const picture = await newPicture()
  await add(modId, picture)

  const [row] = await gallery(modId)
  expect(row).toMatchObject({ width: 400, height: 250, widths: [], label: 'Front', alt: 'A coupe from the front' })
  expect(row?.originalKey).toBe(`pictures/${row?.hash}.webp`)
  const answer = await look(picture.originalKey)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test('a job creates every width up to the original in both formats and announces the change', async () => {
  const modId = await newMod()
  const [large, small, tiny] = await Promise.all([
    newPicture({ width: 700, height: 350 }),
    newPicture(),
    newPicture({ width: 200, height: 100 }),
  ])
  for (const picture of [large, small, tiny]) await add(modId, picture)
  const heard = new Set<number | undefined>()
  store.services.bus.onChange('mods', (id) => heard.add(id))
  await runJobs(store)

  expect((await gallery(modId)).map((row) => row.widths)).toEqual([[320, 640], [320], []])
  for (const format of ['avif', 'webp'] as const) {
    const mediaType = `image/${format}`
    expect(await made(large.hash, 640, format)).toMatchObject({ pixels: 640, height: 320, mediaType })
    expect(await made(large.hash, 320, format)).toMatchObject({ pixels: 320, height: 160, mediaType })
    expect(await made(small.hash, 320, format)).toMatchObject({ pixels: 320, height: 200, mediaType })
  }
  expect((await look(`pictures/${small.hash}-640.webp`)).ok).toBe(false)
  await vi.waitFor(() => expect(heard).toContain(modId), { timeout: 5_000 })
})

test('a picture used by two mods is scaled once, and repeating its job changes nothing', async () => {
  const [first, second] = [await newMod(), await newMod()]
  const { storage } = store.services
  const bytes = await testPicture()
  const picture = await storePicture(storage, bytes)
  const key = `pictures/${picture.hash}-320.avif`
  await storage.putPublic(key, Buffer.from('made before'), 'image/avif')
  await add(first, picture)
  await runJobs(store)
  await add(second, await storePicture(storage, bytes))
  await runJobs(store)

  const rows = [await gallery(first), await gallery(second)]
  expect(rows.flat()).toMatchObject([picture, picture].map(({ hash }) => ({ hash, widths: [320] })))
  await inTransaction(store.db, (tx) => enqueue(tx, 'mods.scale_picture', { hash: picture.hash }))
  await runJobs(store)
  expect([await gallery(first), await gallery(second)]).toEqual(rows)
  expect((await storage.getPublic(key)).toString()).toBe('made before')
  expect(await made(picture.hash, 320, 'webp')).toMatchObject({ pixels: 320, height: 200 })
})

test('jobs for pictures and mods that were removed end without an error', async () => {
  const modId = await newMod()
  await add(modId, await newPicture())
  await store.db.execute(sql`delete from mods where id = ${modId}`)
  await runJobs(store)
  await vi.waitFor(async () => {
    const { rows } = await store.db.execute(sql`select from graphile_worker.jobs`)
    expect(rows).toEqual([])
  })
})

test('a worker that shuts down stops between two widths, and the next one continues', async () => {
  const modId = await newMod()
  const { storage } = store.services
  const picture = await newPicture({ width: 700, height: 350 })
  const { hash } = picture
  await add(modId, picture)
  const leaving = new AbortController()
  const leaveAfterOne: typeof storage.putPublic = async (...object) => {
    await storage.putPublic(...object)
    leaving.abort()
  }
  const work = scalePicture(store.db, { ...storage, putPublic: leaveAfterOne }, hash, leaving.signal)
  await expect(work).rejects.toThrow('aborted')
  expect(await storage.hasPublic(`pictures/${hash}-320.avif`)).toBe(true)
  expect(await storage.hasPublic(`pictures/${hash}-320.webp`)).toBe(false)
  expect((await gallery(modId))[0]?.widths).toEqual([])

  await runJobs(store)
  expect((await gallery(modId))[0]?.widths).toEqual([320, 640])
})

test('pictures added at the same moment get consecutive positions', async () => {
  const modId = await newMod()
  const picture = await newPicture()
  await Promise.all(['Front', 'Rear', 'Lights'].map((label) => add(modId, picture, label)))
  expect((await gallery(modId)).map((row) => row.sortOrder)).toEqual([0, 1, 2])
})

test('adding a picture to an unknown mod is refused', async () => {
  await expect(add(999_999, await newPicture())).rejects.toMatchObject({ code: 'mod.not_found' })
})
