import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DAY_MS } from '@slipstream/contract/durations'
import type { Download } from '@slipstream/contract/locker'
import { inTransaction } from '@slipstream/db/client'
import { copies, releaseSplits } from '@slipstream/db/tables/copies'
import { grantMod } from '#features/entitlements/entitlements.service.ts'
import { sweepUploads } from '#features/uploads/sweep.service.ts'
import { type KillableStore, openKillableStore } from '#testing/killable-store.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { createReleasedMod, requestDownload } from '#testing/released-mod.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { modArchive, sha256Of } from '#testing/sent-archive.ts'
import { freeJobs } from '#testing/store-processes.ts'
import type { TestStore } from '#testing/test-store.ts'
import { sweepCopies } from './sweep-copies.service.ts'

// Each step starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

let buckets: KillableStore['buckets']
let storage: KillableStore['storage']
let killWorkerAt: KillableStore['killWorkerAt']
let close: KillableStore['close']
let store: TestStore
beforeAll(async () => {
  const opened = await openKillableStore()
  ;({ buckets, storage, killWorkerAt, close } = opened)
  store = { ...opened.store, services: { ...opened.store.services, storage: opened.storage } }
})
afterAll(() => close())

const killAt = async (method: string, url: RegExp, when: 'before' | 'after') => killWorkerAt({ method, url, when })
const finish = async () => {
  await freeJobs(store.db)
  await runJobs(store)
}
const request = (person: Person, modId: number) => person.call('POST', `/api/locker/${modId}/download`, {})
const splits = () => store.db.select().from(releaseSplits)
const rows = () => store.db.select().from(copies)

test('T-KILL: a copy is complete and unique, wherever the worker is killed while splitting, composing or sweeping', async () => {
  const archive = await modArchive({ vehicles: 1, configurations: 1, physicsFiles: 2 }, [
    { name: 'vehicles/strada_car/skin.dds', content: randomBytes(17 * 2 ** 20), isStored: true },
  ])
  const { mod, release } = await createReleasedMod(store, { archive })
  const owner = await newPerson(store)
  await inTransaction(store.db, (tx) =>
    grantMod(tx, { username: owner.row.username, modId: mod.id, reason: 'a present', by: owner.row.id }),
  )

  // Killed while splitting: after one part, after the whole body, and after the plan, before the row says so.
  expect((await request(owner, mod.id)).json()).toEqual({ state: 'preparing', step: 'release' })
  await killAt('PUT', /\/splits\/.*partNumber=1/, 'after')
  expect(await splits()).toMatchObject([{ readyAt: null, failure: null }])
  await killAt('POST', /\/splits\/.*\/body\?uploadId/, 'after')
  await killAt('PUT', /\/splits\/.*\/plan/, 'after')
  expect(await splits()).toMatchObject([{ readyAt: null }])
  await finish()
  const [split] = await splits()
  expect(split).toMatchObject({ readyAt: expect.any(Date), releaseId: release.id })

  // Killed while composing: after the body was copied, and after the object was complete, before the row says so.
  expect((await request(owner, mod.id)).json()).toMatchObject({ state: 'preparing' })
  await killAt('PUT', /\/copies\/.*partNumber=1/, 'after')
  expect(await rows()).toMatchObject([{ readyAt: null }])
  await killAt('POST', /\/copies\/.*\?uploadId/, 'after')
  expect(await rows()).toMatchObject([{ readyAt: null, sha256: null }])
  const given = (await requestDownload(store, owner, mod.id)).json<Download>()
  if (given.state !== 'ready') await finish()
  const ready = (await requestDownload(store, owner, mod.id)).json<Download>()
  if (ready.state !== 'ready') throw new Error('the copy is not ready')
  const bytes = Buffer.from(await (await fetch(ready.url)).arrayBuffer())
  expect([bytes.length, sha256Of(bytes)]).toEqual([ready.sizeBytes, ready.sha256])
  const [copy] = await rows()

  // Killed while sweeping: the row is gone, and the worker dies before or after it removes the object.
  await store.db.execute(sql`update copies set used_at = now() - interval '8 days'`)
  await sweepCopies(store.db, AbortSignal.timeout(10_000))
  await killAt('DELETE', /\/copies\//, 'before')
  expect(await storage.sizeOfPrivate(copy?.objectKey ?? '')).toBe(bytes.length)
  await killAt('DELETE', /\/copies\//, 'after')
  await finish()
  expect(await storage.sizeOfPrivate(copy?.objectKey ?? '')).toBeNull()

  // The copy is recreated, and nothing else is left once the parts of killed workers are swept.
  const again = (await requestDownload(store, owner, mod.id)).json<Download>()
  expect(again).toMatchObject({ state: 'ready', sha256: ready.sha256 })
  await sweepUploads(store.db, storage, AbortSignal.timeout(60_000), new Date(Date.now() + 2 * DAY_MS))
  const [kept] = await rows()
  expect(await buckets.content()).toEqual({
    public: [],
    private: [kept?.objectKey, split?.bodyKey, split?.planKey, release.objectKey].toSorted(),
    begun: [],
  })
})
