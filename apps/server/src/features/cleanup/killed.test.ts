import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CleanupPlan } from '@slipstream/contract/cleanup'
import { RETENTION_DAYS } from '@slipstream/contract/legal'
import { operations } from '@slipstream/db/tables/operations'
import { withClient } from '@slipstream/db/testing/test-database'
import { type KillableStore, openKillableStore } from '#testing/killable-store.ts'
import { newPerson } from '#testing/people.ts'
import { freeJobs, startWorker } from '#testing/store-processes.ts'

// Each step starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })
const PATIENCE = { timeout: 120_000, interval: 100 }

let killable: KillableStore
beforeAll(async () => {
  killable = await openKillableStore()
})
afterAll(() => killable.close())

test('[LEGAL-05] T-RETENTION: a cleanup whose worker is killed in its second batch removes exactly what its dry run showed', async () => {
  const { store, environment } = killable
  const admin = await newPerson(store, { isAdmin: true })
  const attempts = (many: number, days: number) =>
    store.db.execute(sql`
      insert into sign_ins (user_id, method, result, ip, user_agent, at)
      select ${admin.row.id}, 'password', 'ok', '', '', now() - make_interval(days => ${days})
      from generate_series(1, ${many})`)
  await attempts(450, RETENTION_DAYS.signIns + 1)
  await attempts(50, RETENTION_DAYS.signIns - 1)
  const plan = (await admin.call('GET', '/api/admin/cleanup')).json<CleanupPlan>()
  expect(plan.rules.find(({ name }) => name === 'sign-ins')?.count).toBe(450)
  const { id } = (await admin.call('POST', '/api/admin/cleanup', { at: plan.at })).json<{ id: number }>()
  const row = async () => (await store.db.select().from(operations).where(eq(operations.id, id)))[0]

  // A row of the second batch is locked, so the worker is killed while that batch waits.
  await withClient(store.config.databaseUrl, async (client) => {
    await client.query('begin')
    await client.query('select from sign_ins where id = (select min(id) + 300 from sign_ins) for update')
    const worker = startWorker(environment)
    await vi.waitFor(async () => {
      const { rows } = await store.db.execute(sql`select from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database() and query like 'delete from "sign_ins"%'`)
      expect(rows).toHaveLength(1)
    }, PATIENCE)
    await worker.kill()
    await client.query('rollback')
  })
  expect(await row()).toMatchObject({ state: 'running', cursor: { removed: { 'sign-ins': 200 } } })

  await freeJobs(store.db)
  const worker = startWorker(environment)
  await vi.waitFor(async () => expect(await row()).toMatchObject({ state: 'done' }), PATIENCE)
  await worker.kill()
  const shown = Object.fromEntries(plan.rules.map(({ name, count }) => [name, count]))
  expect((await row())?.result).toEqual({ removed: shown })
  const { rows: left } = await store.db.execute<{ count: number }>(sql`select count(*)::int as count from sign_ins`)
  // The sign-ins that are not due yet, and the administrator's own.
  expect(left[0]?.count).toBe(50 + 1)
})
