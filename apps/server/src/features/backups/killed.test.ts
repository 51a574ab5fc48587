import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { operations } from '@slipstream/db/tables/operations'
import { type KillableStore, openKillableStore } from '#testing/killable-store.ts'
import { newPerson } from '#testing/people.ts'
import { freeJobs, startWorker } from '#testing/store-processes.ts'
import { listManifests } from './manifests.ts'

// Each step starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

let killable: KillableStore
beforeAll(async () => {
  killable = await openKillableStore()
})
afterAll(() => killable.close())

test('T-RESTORE: a backup whose worker is killed while dumping and while restoring ends proven', async () => {
  const { store, storage, buckets, environment, killWorkerAt } = killable
  const admin = await newPerson(store, { isAdmin: true })
  const { id } = (await admin.call('POST', '/api/admin/backups')).json<{ id: number }>()
  const row = async () => (await store.db.select().from(operations).where(eq(operations.id, id)))[0]

  await killWorkerAt({ method: 'PUT', url: /partNumber=1/, when: 'after' })
  expect(await row()).toMatchObject({ state: 'running', cursor: { phase: 'dump' } })
  expect((await buckets.content()).begun).toHaveLength(1)
  await killWorkerAt({ method: 'GET', url: /dump\.age/, when: 'before' })
  expect(await row()).toMatchObject({ state: 'running', cursor: { phase: 'prove' } })

  await freeJobs(store.db)
  const worker = startWorker(environment)
  await vi.waitFor(async () => expect(await row()).toMatchObject({ state: 'done' }), {
    timeout: 120_000,
    interval: 200,
  })
  await worker.kill()
  expect(await listManifests(storage)).toMatchObject([{ provenAt: expect.any(String) }])
  expect((await buckets.content()).begun).toEqual([])
})
