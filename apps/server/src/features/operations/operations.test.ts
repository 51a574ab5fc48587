import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import type { OperationView } from '@slipstream/contract/operations'
import { operations } from '@slipstream/db/tables/operations'
import { lastChanges } from '#testing/audit-log.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { untilWaiting } from '#testing/until-waiting.ts'
import { declareOperation, FinalFailure, type Operation } from './operation.ts'
import { startOperation } from './operations.service.ts'
import { reviveLostOperations, runOperation } from './run-operation.service.ts'

const store = await openEmptiedTestStore()
let admin: Person
beforeEach(async () => {
  admin = await newPerson(store, { isAdmin: true })
})

const COUNT = { kind: 'count', title: 'Count', unit: 'rows' } as const

/** An operation that counts to ten. `at` is called before each slice; `counted` lists every slice that ran. */
const counting = (at: (next: number, signal: AbortSignal) => unknown = () => {}) => {
  const counted: number[] = []
  const abandoned: number[] = []
  const operation = declareOperation<{ next: number }>({
    ...COUNT,
    step: async ({ cursor: { next }, signal }) => {
      await at(next, signal)
      counted.push(next)
      if (next === 10) return { result: { counted: 10 }, message: 'Counted to 10' }
      return { cursor: { next: next + 1 }, done: next, total: 10, message: `Counted ${next}` }
    },
    abandon: async ({ next }) => void abandoned.push(next),
  })
  return { operation, counted, abandoned }
}

const start = () =>
  inTransaction(store.db, (tx) => startOperation(tx, COUNT, { actorId: admin.row.id, cursor: { next: 1 } }))
const never = new AbortController().signal
const run = (operation: Operation, id: number, stop = never) =>
  runOperation({ db: store.db, log: pino({ level: 'silent' }), operations: [operation] }, id, stop)
const rowOf = async (id: number) => (await store.db.select().from(operations).where(eq(operations.id, id)))[0]
const listed = async () =>
  (await admin.call('GET', '/api/admin/operations')).json<{ operations: OperationView[] }>().operations
const cancel = (id: number) => admin.call('POST', `/api/admin/operations/${id}/cancel`)
const waiting = async () => {
  const { rows } = await store.db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0]?.count
}
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 50 })

test('an operation runs slice by slice and keeps its result', async () => {
  const { id, state } = await start()
  expect(state).toBe('queued')
  const { operation, counted } = counting()
  await run(operation, id)
  expect(counted).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(await rowOf(id)).toMatchObject({ state: 'done', result: { counted: 10 }, cursor: { next: 10 } })
  expect(await listed()).toMatchObject([{ id, title: 'Count', state: 'done', startedBy: admin.row.username }])
})

test('only one operation of each kind runs at a time, and its start is audited', async () => {
  const { id } = await start()
  await expect(start()).rejects.toMatchObject({ code: 'operation.running' })
  const starts = await lastChanges(store.db)
  expect(starts).toMatchObject([{ action: 'start', subject: 'operation', subjectId: String(id) }])
  await run(counting().operation, id)
  expect((await start()).id).not.toBe(id)
})

test('an operation whose worker stopped resumes from its cursor', async () => {
  const { id } = await start()
  const stop = new AbortController()
  const first = counting((next, signal) => {
    if (next === 5) stop.abort(new Error('the worker stops'))
    signal.throwIfAborted()
  })
  await expect(run(first.operation, id, stop.signal)).rejects.toThrow('the worker stops')
  expect(await rowOf(id)).toMatchObject({ state: 'running', failures: 0, cursor: { next: 5 } })
  const second = counting()
  await run(second.operation, id)
  expect([first.counted, second.counted]).toEqual([
    [1, 2, 3, 4],
    [5, 6, 7, 8, 9, 10],
  ])
})

test('a worker that was considered dead cannot write once another one has taken over', async () => {
  const { id } = await start()
  const second = counting()
  const first = counting(async (next) => {
    if (next === 3) await run(second.operation, id)
  })
  await run(first.operation, id)
  expect(second.counted).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
  // The running slice finishes, but no other one begins.
  expect(first.counted).toEqual([1, 2, 3])
  expect(await rowOf(id)).toMatchObject({ state: 'done', cursor: { next: 10 } })
})

test('a running operation can be canceled inside a slice, and what it left behind is removed', async () => {
  const { id } = await start()
  const { operation, abandoned } = counting(async (next, signal) => {
    if (next !== 4) return
    expect((await cancel(id)).json()).toMatchObject({ state: 'running', isCanceling: true })
    await sleep(20_000, undefined, { signal })
  })
  await run(operation, id)
  expect(abandoned).toEqual([4])
  expect(await listed()).toMatchObject([{ state: 'canceled', isCanceling: false, done: 3 }])
  expect((await lastChanges(store.db)).map(({ action }) => action)).toEqual(['cancel', 'start'])
  expect((await cancel(id)).json()).toMatchObject({ state: 'canceled' })
})

test('a queued operation is canceled at once, never runs and leaves nothing behind', async () => {
  const { id } = await start()
  expect((await cancel(id)).json()).toMatchObject({ state: 'canceled' })
  const { operation, counted, abandoned } = counting()
  await run(operation, id)
  expect(counted).toEqual([])
  expect(abandoned).toEqual([1])
  expect((await cancel(2_147_483_647)).json()).toMatchObject({ code: 'operation.not_found' })
})

test('an operation that fails three times in a row ends as failed and says why', async () => {
  const { id } = await start()
  const { operation, abandoned } = counting((next) => {
    if (next === 2) throw new Error('the disk is full')
  })
  await expect(run(operation, id)).rejects.toThrow('the disk is full')
  await expect(run(operation, id)).rejects.toThrow('the disk is full')
  await run(operation, id)
  expect(abandoned).toEqual([2])
  expect(await listed()).toMatchObject([{ state: 'failed', error: 'the disk is full', done: 1 }])
})

test('progress inside a long slice is visible before the slice ends', async () => {
  const { id } = await start()
  const operation: Operation = {
    ...COUNT,
    step: async ({ report, signal }) => {
      report({ done: 7, total: 9, message: 'Seven of nine' })
      await until(async () => expect(await listed()).toMatchObject([{ done: 7, total: 9, message: 'Seven of nine' }]))
      signal.throwIfAborted()
      return { result: {}, message: 'Over' }
    },
  }
  await run(operation, id)
  expect(await rowOf(id)).toMatchObject({ state: 'done' })
})

test('a heartbeat that waited for the end of a slice does not overwrite its final progress', async () => {
  const { id } = await start()
  let after: number | undefined
  const operation = declareOperation<{ next: number }>({
    ...COUNT,
    step: async ({ cursor: { next }, report }) => {
      if (next === 2) {
        await until(async () => expect(await waiting()).toBe(0))
        after = (await rowOf(id))?.done
        return { result: {}, message: 'Over' }
      }
      report({ done: 1, total: 100, message: 'Inside' })
      return async (tx) => {
        await tx.select().from(operations).where(eq(operations.id, id)).for('update')
        await untilWaiting(store)
        return { cursor: { next: 2 }, done: 50, total: 100, message: 'Half' }
      }
    },
  })
  await run(operation, id)
  expect(after).toBe(50)
})

test('a failure that a retry would only repeat ends the operation at once', async () => {
  const { id } = await start()
  const failure = new FinalFailure('the disk is full')
  const reasons: unknown[] = []
  const operation: Operation = {
    ...COUNT,
    step: () => Promise.reject(failure),
    abandon: async (_, error) => void reasons.push(error),
  }
  await run(operation, id)
  expect(reasons).toEqual([failure])
  expect(await listed()).toMatchObject([{ state: 'failed', error: 'the disk is full' }])
})

test('an operation that lost its job is queued again', async () => {
  const { id } = await start()
  const jobs = async () =>
    (await store.db.execute(sql`select key from graphile_worker.jobs where task_identifier = 'operations.run'`)).rows
  await store.db.execute(sql`delete from graphile_worker._private_jobs`)
  await reviveLostOperations(store.db)
  expect(await jobs()).toEqual([])
  await store.db
    .update(operations)
    .set({ heartbeatAt: new Date(Date.now() - 6 * 60_000) })
    .where(eq(operations.id, id))
  await reviveLostOperations(store.db)
  expect(await jobs()).toEqual([{ key: `operation ${id}` }])
})
