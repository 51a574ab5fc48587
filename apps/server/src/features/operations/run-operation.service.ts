import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { operations } from '@slipstream/db/tables/operations'
import { FinalFailure, type Operation, type Progress, type Step } from './operation.ts'
import { queueRun } from './operations.service.ts'

export interface OperationParts {
  db: Db
  log: Pick<Logger, 'info' | 'warn'>
  /** All operations that this worker knows. */
  operations: readonly Operation[]
}

const HEARTBEAT_MS = 1_000
/** After this many failed slices in a row, the operation has failed for good. */
const MOST_FAILURES = 3

type Row = typeof operations.$inferSelect
type Change = Partial<typeof operations.$inferInsert>

/** Ends a run without a result: canceled by a person, or taken over by another worker. */
class RunEnded extends Error {}

/** Runs an operation from its cursor to its end. Called again for a finished one, it does nothing. */
export const runOperation = async (parts: OperationParts, id: number, stop: AbortSignal) => {
  const run = await claim(parts.db, id)
  if (!run) return abandonUnbegun(parts, id)
  const operation = operationOf(parts, run.row)
  const pulse = startPulse(run, stop)
  try {
    await runSlices(run, operation, pulse)
  } catch (error) {
    await settle(parts, run, operation, { error, isStopping: stop.aborted })
  } finally {
    await pulse.end()
  }
}

const operationOf = ({ operations: known }: OperationParts, row: Row) => {
  const operation = known.find(({ kind }) => kind === row.kind)
  if (!operation) throw new Error(`no worker knows the operation "${row.kind}"`)
  return operation
}

/** Removes what an operation that was canceled before it began leaves behind, such as an uploaded file. */
const abandonUnbegun = async (parts: OperationParts, id: number) => {
  const [row] = await parts.db
    .select()
    .from(operations)
    .where(and(eq(operations.id, id), eq(operations.state, 'canceled'), isNull(operations.heartbeatAt)))
  if (row) await operationOf(parts, row).abandon?.(row.cursor)
}

const runSlices = async (run: ClaimedRun, operation: Operation, pulse: Pulse) => {
  for (;;) {
    pulse.signal.throwIfAborted()
    const slice = await operation.step({ cursor: run.row.cursor, signal: pulse.signal, report: pulse.report })
    const step = await pulse.afterSlice(() => (typeof slice === 'function' ? run.commit(slice) : run.write(slice)))
    if ('result' in step) return
  }
}

/** How a finished slice changes the row. */
const changeOf = (step: Step<unknown>): Change => {
  if ('result' in step) {
    const { result, message } = step
    return { state: 'done', result, message, error: null, finishedAt: new Date() }
  }
  const { done, total, message, cursor } = step
  return { done, total, message, cursor, failures: 0, error: null }
}

/** From now on, only this run may write. */
const claim = async (db: Db, id: number) => {
  const runner = randomUUID()
  const changeIn = async (tx: Tx, values: Change, isMine: SQL = eq(operations.runner, runner)) => {
    const [row] = await tx
      .update(operations)
      .set({ ...values, heartbeatAt: sql`now()` })
      .where(and(eq(operations.id, id), isNull(operations.finishedAt), isMine))
      .returning()
    return row
  }
  const change = (values: Change) => inTransaction(db, (tx) => changeIn(tx, values))
  const goOn = (row: Row | undefined) => {
    if (!row) throw new RunEnded('another worker has taken over')
    run.row = row
    if (row.cancelRequestedAt && !row.finishedAt) throw new RunEnded('canceled')
  }

  const row = await inTransaction(db, (tx) => changeIn(tx, { runner, state: 'running' }, sql`true`))
  if (!row) return null
  const run = {
    row,
    /** Ends the run, even if a cancel request arrived meanwhile. */
    end: change,
    /** Without progress, only the heartbeat is written. */
    beat: async (progress: Progress | null) =>
      goOn(await change(progress ? { done: progress.done, total: progress.total, message: progress.message } : {})),
    write: async <S extends Step<unknown>>(step: S) => {
      goOn(await change(changeOf(step)))
      return step
    },
    commit: async <S extends Step<unknown>>(slice: (tx: Tx) => Promise<S>) => {
      const [step, next] = await inTransaction(db, async (tx) => {
        const made = await slice(tx)
        const changed = await changeIn(tx, changeOf(made))
        if (!changed) throw new RunEnded('another worker has taken over')
        return [made, changed] as const
      })
      goOn(next)
      return step
    },
  }
  return run
}
type ClaimedRun = NonNullable<Awaited<ReturnType<typeof claim>>>

/** Stores the progress inside a slice, and notices a request to cancel. */
const startPulse = (run: ClaimedRun, stop: AbortSignal) => {
  const ended = new AbortController()
  /** Null while the end of a slice is written, so that no heartbeat overwrites it. */
  let latest: Progress | null = { done: run.row.done, total: run.row.total, message: run.row.message }
  let underway = Promise.resolve()
  const beat = () => {
    underway = underway
      .then(() => run.beat(latest))
      // A database that is down for a moment does not end the slice; the next beat tries again.
      .catch((error: unknown) => {
        if (error instanceof RunEnded) ended.abort(error)
      })
  }
  const timer = setInterval(beat, HEARTBEAT_MS)
  return {
    signal: AbortSignal.any([stop, ended.signal]),
    report: (progress: Progress) => {
      latest = progress
    },
    /** Keeps a late heartbeat from overwriting the final progress of the slice. */
    afterSlice: async (write: () => Promise<Step<unknown>>) => {
      latest = null
      await underway
      const step = await write()
      if (!('result' in step)) latest = step
      return step
    },
    end: async () => {
      clearInterval(timer)
      await underway
    },
  }
}
type Pulse = ReturnType<typeof startPulse>

interface Failure {
  error: unknown
  /** Whether the worker is shutting down. The job then runs again elsewhere. */
  isStopping: boolean
}

const settle = async (
  { db, log }: OperationParts,
  run: ClaimedRun,
  operation: Operation,
  { error, isStopping }: Failure,
) => {
  const [row] = await db.select().from(operations).where(eq(operations.id, run.row.id))
  if (!row || row.runner !== run.row.runner || row.finishedAt) return
  if (row.cancelRequestedAt) {
    await operation.abandon?.(row.cursor)
    await run.end({ state: 'canceled', message: 'Canceled', finishedAt: new Date() })
    return
  }
  if (isStopping) throw error
  const failures = row.failures + 1
  log.warn({ err: error, operation: row.kind, failures }, 'a slice of an operation failed')
  const text = error instanceof Error ? error.message : String(error)
  if (failures < MOST_FAILURES && !(error instanceof FinalFailure)) {
    await run.end({ failures, error: text })
    throw error
  }
  await operation.abandon?.(row.cursor, error)
  await run.end({ state: 'failed', failures, error: text, message: 'Failed', finishedAt: new Date() })
}

/** Without a heartbeat for this long, an operation has lost its job. */
const LOST_MINUTES = 5

/** Requeues operations that have lost their job, for example because a worker was killed too often. */
export const reviveLostOperations = async (db: Db) => {
  await inTransaction(db, async (tx) => {
    const lost: Pick<Row, 'id'>[] = await tx
      .select({ id: operations.id })
      .from(operations)
      .where(
        and(
          inArray(operations.state, ['queued', 'running']),
          or(
            lt(operations.heartbeatAt, sql`now() - make_interval(mins => ${LOST_MINUTES})`),
            and(
              isNull(operations.heartbeatAt),
              lt(operations.createdAt, sql`now() - make_interval(mins => ${LOST_MINUTES})`),
            ),
          ),
        ),
      )
    for (const { id } of lost) await queueRun(tx, id)
  })
}
