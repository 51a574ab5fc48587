import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { modPictures } from '@slipstream/db/tables/mod-pictures'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { sweepUploads } from '#features/uploads/sweep.service.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { lastChanges } from '#testing/audit-log.ts'
import { type KillableStore, openKillableStore } from '#testing/killable-store.ts'
import type { Watch } from '#testing/storage-proxy.ts'
import { freeJobs, startServer, startWorker } from '#testing/store-processes.ts'
import { testPicture } from '#testing/test-picture.ts'
import type { TestStore } from '#testing/test-store.ts'
import { openWorkbench, type Workbench } from '#testing/workbench.ts'

// Each step starts a process, which takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

const TWO_DAYS_MS = 2 * 24 * 3_600_000

let buckets: KillableStore['buckets']
let door: KillableStore['door']
let storage: KillableStore['storage']
let store: TestStore
let bench: Workbench
let environment: NodeJS.ProcessEnv
let close: KillableStore['close']
beforeAll(async () => {
  ;({ buckets, door, storage, store, environment, close } = await openKillableStore())
  bench = await openWorkbench(store)
})
afterAll(() => close())

const newServer = () => startServer(environment, bench.admin.token)
const statusOf = async ({ id, releaseId }: { id: number; releaseId: number }) => {
  const [mod] = await store.db.select().from(mods).where(eq(mods.id, id))
  const [release] = await store.db.select().from(modReleases).where(eq(modReleases.id, releaseId))
  return [mod?.status, release?.status]
}
const timesPublished = async ({ id }: { id: number }) => {
  const isIt = ({ action, subject, subjectId }: Entry) =>
    action === 'publish' && subject === 'mod' && subjectId === String(id)
  return (await lastChanges(store.db)).filter(isIt).length
}
type Entry = Awaited<ReturnType<typeof lastChanges>>[number]

/** Kills a process in the middle of its transaction by blocking the audit log. */
const killHalfway = async (start: () => Promise<{ kill: () => Promise<void> }>) => {
  // Its own connection, because it holds the lock longer than a transaction of the store may take.
  const holder = new pg.Client({ connectionString: store.config.databaseUrl })
  await holder.connect()
  await holder.query('begin; lock table audit_log in exclusive mode')
  const victim = await start()
  try {
    await vi.waitFor(
      async () => {
        const { rows } = await store.db.execute(sql`
          select from pg_locks where relation = 'audit_log'::regclass and not granted`)
        expect(rows).toHaveLength(1)
      },
      { timeout: 60_000, interval: 20 },
    )
  } finally {
    await victim.kill()
    await holder.end()
  }
}

test('a server killed while publishing has published nothing, and the next attempt succeeds', async () => {
  const mod = await bench.newReadyDraft()
  const address = `/api/admin/mods/${mod.id}/publish`
  await killHalfway(async () => {
    const server = await newServer()
    server.call('POST', address, { at: null }).catch(() => undefined)
    return server
  })
  expect(await statusOf(mod)).toEqual(['draft', 'draft'])
  await bench.ask('POST', address, { at: null })
  expect(await statusOf(mod)).toEqual(['published', 'published'])
  expect(await timesPublished(mod)).toBe(1)
})

test('a worker killed while publishing due mods has published nothing, and the next worker publishes them once', async () => {
  const mod = await bench.newReadyDraft({ publishAt: new Date(Date.now() - 1_000) })
  await inTransaction(store.db, (tx) => enqueue(tx, 'mods.publish_due', {}))
  await killHalfway(async () => startWorker(environment))
  expect(await statusOf(mod)).toEqual(['draft', 'draft'])

  await freeJobs(store.db)
  const worker = startWorker(environment)
  const isDone = async () => expect(await statusOf(mod)).toEqual(['published', 'published'])
  try {
    await vi.waitFor(isDone, { timeout: 60_000, interval: 100 })
  } finally {
    await worker.kill()
  }
  expect(await timesPublished(mod)).toBe(1)
})

test('a picture can be added and cropped no matter where a server is killed, and nothing is left over', async () => {
  const { id: modId } = await bench.newDraft()
  const pictures = `/api/admin/mods/${modId}/pictures`
  const offered = await bench.ask<{ key: string; url: string }>('POST', `${pictures}/upload`, {
    contentType: 'image/png',
  })
  const body = new Uint8Array(await testPicture({ width: 800, height: 500, format: 'png' }))
  await fetch(offered.url, { method: 'PUT', body, headers: { 'content-type': 'image/png' } })

  const killAt = async (watch: Watch, address: string, wish: object) => {
    const server = await newServer()
    const held = door.hold(watch)
    const lost = expect(server.call('POST', address, wish)).rejects.toThrow()
    await held
    await server.kill()
    await lost
  }
  const rows = () => store.db.select().from(modPictures).where(eq(modPictures.modId, modId))
  const wish = { key: offered.key, label: 'Front', alt: '' }
  await killAt({ method: 'GET', url: /incoming/, when: 'before' }, pictures, wish)
  await killAt({ method: 'PUT', url: /pictures/, when: 'after' }, pictures, wish)
  expect(await rows()).toEqual([])
  await killAt({ method: 'DELETE', url: /incoming/, when: 'before' }, pictures, wish)
  const [whole] = await rows()
  expect(whole).toMatchObject({ width: 800, label: 'Front' })

  const crop = `${pictures}/${whole?.id}/crop`
  const area = { left: 0, top: 0, width: 400, height: 250 }
  await killAt({ method: 'PUT', url: /pictures/, when: 'after' }, crop, area)
  expect(await rows()).toMatchObject([{ hash: whole?.hash }])
  await bench.ask('POST', crop, area)
  const [part] = await rows()
  expect(part).toMatchObject({ id: whole?.id, width: 400 })

  await sweepUploads(store.db, storage, AbortSignal.timeout(60_000), new Date(Date.now() + TWO_DAYS_MS))
  expect(await buckets.content()).toEqual({ private: [], begun: [], public: [part?.originalKey] })
})
