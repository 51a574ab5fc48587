import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { OperationView } from '@slipstream/contract/operations'
import type { Db, Tx } from '@slipstream/db/client'
import { operations } from '@slipstream/db/tables/operations'
import { users } from '@slipstream/db/tables/users'
import { recordChange } from '#features/audit/audit.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import type { OperationKind } from './operation.ts'

interface Start {
  /** Null if the schedule starts it. */
  actorId: number | null
  cursor: unknown
}

/** Queues an operation, unless one of its kind is under way. */
export const startOperation = async (tx: Tx, kind: OperationKind, { actorId, cursor }: Start) => {
  const [row] = await tx
    .insert(operations)
    .values({ ...kind, cursor, startedBy: actorId, message: 'Waiting for the worker' })
    .onConflictDoNothing()
    .returning({ id: operations.id })
  if (!row) throw new DomainError('operation.running')
  await queueRun(tx, row.id)
  await recordChange(tx, { actorId, action: 'start', ...subjectOf(row.id, kind.title), after: { cursor } })
  return readOperation(tx, row.id)
}

const subjectOf = (id: number, title: string) => ({ subject: 'operation', subjectId: id, subjectName: title }) as const

export const queueRun = (tx: Tx, id: number) => enqueue(tx, 'operations.run', { id }, { jobKey: `operation ${id}` })

/** A waiting operation ends at once; a running one when its worker notices, within seconds. */
export const cancelOperation = async (tx: Tx, actorId: number, id: number) => {
  const [row] = await tx.select().from(operations).where(eq(operations.id, id)).for('update')
  if (!row) throw new DomainError('operation.not_found')
  if (row.finishedAt || row.cancelRequestedAt) return readOperation(tx, id)
  await tx
    .update(operations)
    .set({
      cancelRequestedAt: sql`now()`,
      ...(row.state === 'queued' && { state: 'canceled', finishedAt: sql`now()`, message: 'Canceled before it began' }),
    })
    .where(eq(operations.id, id))
  await recordChange(tx, { actorId, action: 'cancel', ...subjectOf(id, row.title), after: { done: row.done } })
  return readOperation(tx, id)
}

/**
 * Ends what was under way when the database was copied, without removing what it left behind: that may be the very
 * backup that was restored.
 */
export const endAfterRestore = (tx: Tx) =>
  tx
    .update(operations)
    .set({ state: 'canceled', message: 'Ended by a restore', heartbeatAt: sql`now()`, finishedAt: sql`now()` })
    .where(isNull(operations.finishedAt))

const LISTED_DAYS = 7
const MOST_LISTED = 20

const select = (db: Db) =>
  db
    .select({ operation: operations, startedBy: users.username })
    .from(operations)
    .leftJoin(users, eq(users.id, operations.startedBy))

/** Unfinished operations, and those that finished in the last week. */
export const listOperations = async (db: Db): Promise<{ operations: OperationView[] }> => {
  const rows = await select(db)
    .where(
      or(isNull(operations.finishedAt), gt(operations.finishedAt, sql`now() - make_interval(days => ${LISTED_DAYS})`)),
    )
    .orderBy(desc(operations.id))
    .limit(MOST_LISTED)
  return { operations: rows.map(toView) }
}

const readOperation = async (db: Db, id: number): Promise<OperationView> => {
  const [row] = await select(db).where(eq(operations.id, id))
  if (!row) throw new DomainError('operation.not_found')
  return toView(row)
}

/** The result of the latest successful operation of a kind. */
export const latestResult = async (db: Db, { kind }: OperationKind) => {
  const [row] = await db
    .select({ result: operations.result, finishedAt: operations.finishedAt })
    .from(operations)
    .where(and(eq(operations.kind, kind), eq(operations.state, 'done')))
    .orderBy(desc(operations.id))
    .limit(1)
  return row ?? null
}

/** The cursor of the unfinished operation of a kind; null if there is none or it is being canceled. */
export const runningCursor = async (db: Db, { kind }: OperationKind): Promise<unknown> => {
  const [row] = await db
    .select({ cursor: operations.cursor })
    .from(operations)
    .where(and(eq(operations.kind, kind), isNull(operations.finishedAt), isNull(operations.cancelRequestedAt)))
  return row?.cursor ?? null
}

interface Selected {
  operation: typeof operations.$inferSelect
  startedBy: string | null
}

const toView = ({ operation, startedBy }: Selected): OperationView => ({
  id: operation.id,
  kind: operation.kind,
  title: operation.title,
  state: operation.state,
  done: operation.done,
  total: operation.total,
  unit: operation.unit,
  message: operation.message,
  error: operation.error,
  isCanceling: operation.cancelRequestedAt !== null && operation.finishedAt === null,
  startedBy,
  createdAt: operation.createdAt.toISOString(),
  heartbeatAt: operation.heartbeatAt?.toISOString() ?? null,
  finishedAt: operation.finishedAt?.toISOString() ?? null,
})
