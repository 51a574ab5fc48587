import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { DAY_MS } from '@slipstream/contract/durations'
import { inTransaction } from '@slipstream/db/client'
import { auditLog } from '@slipstream/db/tables/audit'
import { mods } from '@slipstream/db/tables/mods'
import { ticketAttachments } from '@slipstream/db/tables/tickets'
import { uploads } from '@slipstream/db/tables/uploads'
import { createCategory, createMod, createPicture, createRelease } from '@slipstream/db/testing/catalogue-factories'
import { createUser } from '@slipstream/db/testing/factories'
import { createAttachment } from '@slipstream/db/testing/ticket-factories'
import { createUpload } from '@slipstream/db/testing/upload-factories'
import { readConfig } from '#config.ts'
import { changeSettings } from '#features/settings/settings.service.ts'
import { openStorage, type Storage } from '#gateways/storage.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { openOwnBuckets } from '#testing/own-buckets.ts'
import { newPerson } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { modArchive, openSender } from '#testing/sent-archive.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'
import { sweepUploads } from './sweep.service.ts'

vi.setConfig({ testTimeout: 60_000 })

let buckets: Awaited<ReturnType<typeof openOwnBuckets>>
let storage: Storage
let store: TestStore
let categoryId: number
beforeAll(async () => {
  buckets = await openOwnBuckets()
  storage = openStorage(readConfig({ ...inject('environment'), ...buckets.environment }).storage)
  store = await openTestStore({ storage })
})
beforeEach(async () => {
  await store.empty()
  categoryId = (await createCategory(store.db)).id
})
afterAll(async () => {
  await store.close()
  storage.close()
  await buckets.remove()
})

const newMod = async (values: Partial<typeof mods.$inferInsert> = {}) =>
  (await createMod(store.db, { categoryId, ...values })).id
const jobs = () => runJobs({ ...store, services: { ...store.services, storage } })
/** Runs the sweep as if this many days had passed. */
const sweepIn = (days: number, of: Storage = storage) =>
  sweepUploads(store.db, of, AbortSignal.timeout(60_000), new Date(Date.now() + days * DAY_MS))
const newSender = async () => openSender((await newPerson(store, { isAdmin: true })).call)
const statusOf = async (id: number) => (await store.db.select().from(uploads).where(eq(uploads.id, id)))[0]?.status

describe('the sweep', () => {
  test('in both buckets, the sweep keeps exactly the objects that a row refers to', async () => {
    const kept = { public: [] as string[], private: [] as string[] }
    const put = async (bucket: 'public' | 'private', key: string, isNamed: boolean) => {
      await buckets.put(bucket, key)
      if (isNamed) kept[bucket].push(key)
      return key
    }

    const shared = await put('public', 'share/drawn.jpg', true)
    const modId = await newMod({ shareImageKey: shared })
    await createPicture(store.db, { modId, hash: 'gallery' })
    for (const key of ['gallery.webp', 'gallery-320.avif', 'gallery-320.webp', 'report.webp'])
      await put('public', `pictures/${key}`, true)
    for (const key of ['share/older.jpg', 'pictures/gone.webp', 'pictures/gone-640.avif', 'pictures/canceled.webp'])
      await put('public', key, false)
    await createUpload(store.db, { modId, status: 'ready', pictureHashes: ['report'], objectKey: 'uploads/ready.zip' })
    await createUpload(store.db, {
      modId,
      status: 'canceled',
      pictureHashes: ['canceled'],
      objectKey: 'uploads/no.zip',
    })
    const { id: uploadId } = await createUpload(store.db, { modId, status: 'damaged', objectKey: 'uploads/sold.zip' })
    await createRelease(store.db, { modId, uploadId, objectKey: 'uploads/sold.zip' })
    for (const status of ['reading', 'checking', 'refused', 'damaged'] as const)
      await createUpload(store.db, { modId, status, objectKey: `uploads/${status}.zip` })
    for (const key of ['ready', 'reading', 'checking', 'sold']) await put('private', `uploads/${key}.zip`, true)
    for (const key of ['no', 'refused', 'damaged', 'unknown']) await put('private', `uploads/${key}.zip`, false)
    await put('private', `incoming/${modId}/picture-that-was-never-added`, false)
    const { id: uploaderId } = await createUser(store.db)
    await createAttachment(store.db, { uploaderId, objectKey: await put('private', 'tickets/sent.webp', true) })
    await put('private', 'tickets/erased.webp', false)
    const [logo, never] = ['a', 'b'].map((digit) => `brand/${digit.repeat(64)}.png`)
    await inTransaction(store.db, (tx) => changeSettings(tx, { logo }))
    await put('public', logo ?? '', true)
    await put('public', never ?? '', false)

    // Young objects may belong to a row that is about to be written.
    const all = await buckets.content()
    await sweepIn(0.9)
    expect(await buckets.content()).toEqual(all)
    await sweepIn(1.1)
    expect(await buckets.content()).toEqual({ public: kept.public.sort(), private: kept.private.sort(), begun: [] })

    await store.db.delete(mods)
    await store.db.delete(ticketAttachments)
    await inTransaction(store.db, (tx) => changeSettings(tx, { logo: '' }))
    await sweepIn(1.1)
    expect(await buckets.content()).toEqual({ public: [], private: [], begun: [] })
  })

  test('the sweep aborts parts without an open upload and keeps those in progress', async () => {
    const modId = await newMod()
    const sender = await newSender()
    const bytes = await modArchive()
    const upload = await sender.start(modId, bytes)
    const [{ objectKey } = { objectKey: '' }] = await store.db.select().from(uploads)
    await storage.beginParts(objectKey)
    await storage.beginParts('uploads/unknown.zip')
    expect((await buckets.content()).begun).toHaveLength(3)

    await sweepIn(0.9)
    expect((await buckets.content()).begun).toHaveLength(3)
    await sweepIn(1.1)
    expect((await buckets.content()).begun).toEqual([objectKey])
    await sender.sendMissing(upload, bytes)
    expect((await sender.complete(upload.id)).status).toBe('reading')
  })

  test('the sweep cancels an upload without a new part for a week, with no actor in the log', async () => {
    const modId = await newMod()
    const sender = await newSender()
    const bytes = await modArchive()
    const upload = await sender.start(modId, bytes)
    const whole = await createUpload(store.db, { modId, status: 'ready' })
    const daysAgo = (days: number) =>
      store.db.update(uploads).set({ updatedAt: sql`now() - make_interval(days => ${days})` })

    await daysAgo(8)
    await sender.addressOf(upload, 1)
    await sweepIn(0)
    expect(await statusOf(upload.id)).toBe('uploading')

    await daysAgo(8)
    await sweepIn(0)
    await jobs()
    expect([await statusOf(upload.id), await statusOf(whole.id)]).toEqual(['canceled', 'ready'])
    expect((await buckets.content()).begun).toEqual([])
    const entries = await store.db.select().from(auditLog).where(eq(auditLog.action, 'cancel'))
    expect(entries).toMatchObject([{ actorId: null, subject: 'upload', subjectId: String(upload.id) }])
  })

  test('the sweep removes nothing if other stores share the buckets', async () => {
    await buckets.put('private', 'uploads/theirs.zip')
    await sweepIn(30, { ...storage, isShared: true })
    expect((await buckets.content()).private).toContain('uploads/theirs.zip')
    await sweepIn(30)
    expect((await buckets.content()).private).toEqual([])
  })

  test('the sweep removes nothing that is older than the database, because it may belong to a lost store', async () => {
    const shift = (by: string) =>
      store.db.execute(sql`update schema_migrations set applied_at = applied_at + ${by}::interval`)
    await buckets.put('private', 'uploads/of-the-lost-store.zip')
    await buckets.put('public', 'pictures/lost.webp')
    await storage.beginParts('uploads/begun.zip')
    await shift('1 day')
    await sweepIn(3)
    expect(await buckets.content()).toEqual({
      public: ['pictures/lost.webp'],
      private: ['uploads/of-the-lost-store.zip'],
      begun: ['uploads/begun.zip'],
    })
    await shift('-1 day')
    await sweepIn(3)
    expect(await buckets.content()).toEqual({ public: [], private: [], begun: [] })
  })

  test('the sweep runs as a job of the queue', async () => {
    await createUpload(store.db, { modId: await newMod(), updatedAt: new Date(0) })
    await inTransaction(store.db, (tx) => enqueue(tx, 'uploads.sweep', {}))
    await jobs()
    expect(await store.db.select().from(uploads)).toMatchObject([{ status: 'canceled' }])
  })
})
