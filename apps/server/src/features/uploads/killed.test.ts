import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DAY_MS } from '@slipstream/contract/durations'
import { UPLOAD_PART_BYTES } from '@slipstream/contract/uploads'
import { uploads } from '@slipstream/db/tables/uploads'
import { createCategory, createMod } from '@slipstream/db/testing/catalogue-factories'
import { type KillableStore, openKillableStore } from '#testing/killable-store.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { modArchive, openSender, sha256Of } from '#testing/sent-archive.ts'
import type { Watch } from '#testing/storage-proxy.ts'
import { freeJobs, startServer } from '#testing/store-processes.ts'
import type { TestStore } from '#testing/test-store.ts'
import { sweepUploads } from './sweep.service.ts'

// Each step starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

let buckets: KillableStore['buckets']
let door: KillableStore['door']
let storage: KillableStore['storage']
let store: TestStore
let admin: Person
let environment: NodeJS.ProcessEnv
let killWorkerAt: KillableStore['killWorkerAt']
let categoryId: number
let close: KillableStore['close']
beforeAll(async () => {
  ;({ buckets, door, storage, store, environment, killWorkerAt, close } = await openKillableStore())
  admin = await newPerson(store, { isAdmin: true })
  categoryId = (await createCategory(store.db)).id
})
afterAll(() => close())

const newMod = async () => (await createMod(store.db, { categoryId, status: 'draft' })).id
const allRows = () => store.db.select().from(uploads).orderBy(uploads.id)
const rowOf = async (id: number) => (await store.db.select().from(uploads).where(eq(uploads.id, id)))[0]
const newServer = () => startServer(environment, admin.token)

/** Starts a server, runs an action and kills the server while the watched storage request is held. */
const killServerAt = async (watch: Watch, act: (sender: ReturnType<typeof openSender>) => Promise<unknown>) => {
  const server = await newServer()
  const held = door.hold(watch)
  const outcome = act(openSender(server.call)).then(
    () => 'done',
    () => 'lost',
  )
  expect(await Promise.race([held.then(() => 'held back'), outcome])).toBe('held back')
  await server.kill()
  expect(await outcome).toBe('lost')
}
/** Lets a worker that is not killed finish the jobs. */
const doTheRest = async () => {
  await freeJobs(store.db)
  await runJobs({ ...store, services: { ...store.services, storage } })
}
const sweepTomorrow = () =>
  sweepUploads(store.db, storage, AbortSignal.timeout(60_000), new Date(Date.now() + 2 * DAY_MS))

test('an upload arrives, is read and verified no matter where server and worker are killed', async () => {
  const modId = await newMod()
  const bytes = await modArchive({ vehicles: 1, configurations: 2 }, [
    { name: 'vehicles/strada_car/skin.dds', content: randomBytes(UPLOAD_PART_BYTES + 1_000), isStored: true },
  ])
  const begin = { method: 'POST', url: /\?uploads/ }
  const join = { method: 'POST', url: /\?uploadId=/ }

  // First the row exists but storage does not know the upload; then storage knows it, but the row does not say so.
  await killServerAt({ ...begin, when: 'before' }, (sender) => sender.start(modId, bytes))
  expect(await allRows()).toMatchObject([{ status: 'uploading', storageUploadId: null }])
  await killServerAt({ ...begin, when: 'after' }, (sender) => sender.start(modId, bytes))
  expect(await allRows()).toMatchObject([{ status: 'uploading', storageUploadId: null }])
  expect((await buckets.content()).begun).toHaveLength(1)

  // Half of the parts have arrived.
  const first = await newServer()
  const upload = await openSender(first.call).start(modId, bytes)
  await openSender(first.call).sendPart(upload, bytes, 1)
  await first.kill()

  // First all parts have arrived but are not joined; then they are joined, but the row does not say so.
  await killServerAt({ ...join, when: 'before' }, async (sender) => {
    const again = await sender.start(modId, bytes)
    expect(again).toMatchObject({ id: upload.id, doneParts: [1] })
    await sender.sendMissing(again, bytes)
    await sender.complete(upload.id)
  })
  expect(await rowOf(upload.id)).toMatchObject({ status: 'uploading' })
  await killServerAt({ ...join, when: 'after' }, (sender) => sender.complete(upload.id))
  expect(await rowOf(upload.id)).toMatchObject({ status: 'uploading' })
  const otherSender = openSender(admin.call)
  expect((await otherSender.start(modId, bytes)).doneParts).toEqual([1, 2])
  expect(await otherSender.complete(upload.id)).toMatchObject({ id: upload.id, status: 'reading' })

  // Killed three times: after the directory but before any file is read; with a picture stored but no report; halfway
  // through the check.
  await killWorkerAt({ method: 'GET', url: /\/uploads\//, from: 0, when: 'before' })
  expect(await rowOf(upload.id)).toMatchObject({ status: 'reading', report: null })
  await killWorkerAt({ method: 'PUT', url: /\/pictures\//, when: 'after' })
  expect((await buckets.content()).public).toHaveLength(1)
  expect(await rowOf(upload.id)).toMatchObject({ status: 'reading', report: null })
  await killWorkerAt({ method: 'GET', url: /\/uploads\//, from: 2 * 4 * 2 ** 20, when: 'after' })
  expect(await rowOf(upload.id)).toMatchObject({ status: 'checking', sha256: null })
  await doTheRest()

  const row = await rowOf(upload.id)
  expect(row).toMatchObject({
    status: 'ready',
    sha256: sha256Of(bytes),
    report: { findings: [], proposal: { make: 'Automotora' } },
  })
  expect(await allRows()).toHaveLength(1)

  // The sweep removes what the killed processes left behind, and nothing else.
  expect((await buckets.content()).begun).toHaveLength(1)
  await sweepTomorrow()
  expect(await buckets.content()).toEqual({
    public: row?.report?.pictures.map(({ key }) => key),
    private: [row?.objectKey],
    begun: [],
  })
})

test.each([
  ['before an object is removed', 'before'],
  ['after it was removed', 'after'],
] as const)('a canceled upload is removed even if the worker is killed %s', async (_where, when) => {
  const sender = openSender(admin.call)
  const { id } = await sender.send(await newMod(), await modArchive())
  const before = await buckets.content()
  const { objectKey = '' } = (await rowOf(id)) ?? {}
  expect(before.private).toContain(objectKey)
  expect((await admin.call('DELETE', `/api/admin/uploads/${id}`)).statusCode).toBe(200)

  await killWorkerAt({ method: 'DELETE', url: /\/uploads\//, when })
  expect((await buckets.content()).private.includes(objectKey)).toBe(when === 'before')
  await doTheRest()
  expect((await buckets.content()).private).not.toContain(objectKey)
  expect(await rowOf(id)).toMatchObject({ status: 'canceled', report: null, storageUploadId: null })
})
