import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { QueuedJob } from '@slipstream/contract/jobs'
import { inTransaction } from '@slipstream/db/client'
import { enqueue } from '#lib/jobs/jobs.ts'
import { lastChanges } from '#testing/audit-log.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
let admin: Person
beforeEach(async () => {
  await store.db.execute(sql`delete from graphile_worker._private_jobs`)
  admin = await newPerson(store, { isAdmin: true })
})

/** Queues a job and puts it into a state that the queue itself would give it. */
const newJob = async (change = sql`attempts = attempts`) => {
  await inTransaction(store.db, (tx) => enqueue(tx, 'payments.check_money', {}))
  const { rows } = await store.db.execute<{ id: number }>(sql`
    update graphile_worker._private_jobs set ${change}
    where id = (select max(id) from graphile_worker._private_jobs) returning id::int`)
  return rows[0]?.id ?? 0
}
const DEAD = sql`attempts = max_attempts, last_error = 'Stripe did not answer'`

interface List {
  items: QueuedJob[]
  next: string | null
  dead: number
}
const list = async (query = '') => (await admin.call('GET', `/api/admin/jobs${query}`)).json<List>()

test('[ROUTE-20] jobs are listed with their state, attempts and last error, and without their payload', async () => {
  const waiting = await newJob()
  const running = await newJob(sql`locked_at = now(), locked_by = 'a worker', attempts = 1`)
  const scheduled = await newJob(sql`run_at = now() + interval '1 hour', attempts = 3, last_error = 'Too slow'`)
  const dead = await newJob(DEAD)
  const { items, dead: howManyDead } = await list()
  expect(items.map(({ id, state, attempts, lastError }) => [id, state, attempts, lastError])).toEqual([
    [dead, 'dead', 12, 'Stripe did not answer'],
    [scheduled, 'scheduled', 3, 'Too slow'],
    [running, 'running', 1, null],
    [waiting, 'waiting', 0, null],
  ])
  expect(howManyDead).toBe(1)
  expect(Object.keys(items[0] ?? {})).not.toContain('payload')
})

test('jobs are filtered by state and read page by page', async () => {
  const ids = [await newJob(DEAD), await newJob(), await newJob(DEAD), await newJob(DEAD)]
  const first = await list('?state=dead&limit=2')
  expect(first.items.map(({ id }) => id)).toEqual([ids[3], ids[2]])
  const second = await list(`?state=dead&limit=2&after=${first.next}`)
  expect(second).toMatchObject({ items: [{ id: ids[0] }], next: null })
})

test('a secret in a job’s error is redacted', async () => {
  const secret = store.config.stripe.secretKey
  await newJob(sql`last_error = ${`no access with ${secret}`}`)
  const answer = await admin.call('GET', '/api/admin/jobs')
  expect(answer.body).not.toContain(secret)
  expect(answer.body).toContain('no access with')
})

test('[ROUTE-20] retrying a dead job gives it all its attempts again, and the audit log says who did it', async () => {
  const id = await newJob(DEAD)
  const answer = await admin.call('POST', `/api/admin/jobs/${id}/retry`)
  expect(answer.json()).toMatchObject({ id, state: 'waiting', attempts: 0 })
  expect(await lastChanges(store.db)).toMatchObject([
    {
      actorId: admin.row.id,
      action: 'retry',
      subject: 'job',
      subjectId: String(id),
      subjectName: 'payments.check_money',
    },
  ])
})

test('a job that is not dead or no longer exists cannot be retried', async () => {
  for (const id of [await newJob(), 4_711_000]) {
    const answer = await admin.call('POST', `/api/admin/jobs/${id}/retry`)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'job.not_dead'])
  }
  expect(await lastChanges(store.db)).toEqual([])
})
