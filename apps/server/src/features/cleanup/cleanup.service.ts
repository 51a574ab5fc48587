import { sql } from 'drizzle-orm'
import { DAY_MS } from '@slipstream/contract/durations'
import type { CleanupPlan, DueData } from '@slipstream/contract/cleanup'
import { type Db, readRows, type Tx } from '@slipstream/db/client'
import { declareOperation, type Step } from '#features/operations/operation.ts'
import { latestResult, startOperation } from '#features/operations/operations.service.ts'
import { readClock } from '#lib/database-clock.ts'
import { DomainError } from '#lib/domain-error.ts'
import { cutoffOf, type RetentionPeriod, type RetentionRule } from '#lib/retention.ts'

type Rules = readonly RetentionRule[]

const CLEANUP = { kind: 'cleanup', title: 'Cleanup', unit: 'rows' } as const
const EXAMPLES = 3
const BATCH = 200
/** A cleanup can only be started with a recent dry run. */
const PLAN_MAX_AGE_MS = DAY_MS

interface Cursor {
  /** The moment that decides what is due, however long the cleanup takes. */
  at: string
  /** Null before the first slice. */
  total: number | null
  /** The index of the current rule, and its last key that was removed. */
  rule: number
  after: string | null
  removed: Record<string, number>
}

const begin = (at: Date): Cursor => ({ at: at.toISOString(), total: null, rule: 0, after: null, removed: {} })

/** Shows what a cleanup would remove now. Changes nothing. */
export const planCleanup = async (db: Db, rules: Rules): Promise<CleanupPlan> => {
  const at = await readClock(db)
  const due: DueData[] = []
  for (const rule of rules) due.push(await readDue(db, rule, at))
  const last = await latestResult(db, CLEANUP)
  return {
    at: at.toISOString(),
    rules: due,
    last: last && {
      finishedAt: last.finishedAt?.toISOString() ?? at.toISOString(),
      removed: (last.result as { removed: Record<string, number> }).removed,
    },
  }
}

const readDue = async (db: Db, rule: RetentionRule, at: Date): Promise<DueData> => {
  const cutoff = cutoffOf(at, rule.period)
  const examples = await readRows<{ example: string }>(
    db,
    sql`select example from (${rule.due(cutoff)}) due order by key limit ${EXAMPLES}`,
  )
  const [before] = await readRows<{ before: string }>(db, sql`select ${cutoff} as before`)
  const { name, what, fate, period } = rule
  return {
    name,
    what,
    fate,
    period: periodText(period),
    before: new Date(before?.before ?? at).toISOString(),
    count: await countDue(db, rule, at),
    examples: examples.map(({ example }) => example),
  }
}

const countDue = async (db: Db, rule: RetentionRule, at: Date) => {
  const [row] = await readRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from (${rule.due(cutoffOf(at, rule.period))}) due`,
  )
  return row?.count ?? 0
}

const periodText = (period: RetentionPeriod) => ('years' in period ? `${period.years} years` : `${period.days} days`)

/** Starts a cleanup for the moment of a dry run that a person has seen. */
export const startCleanup = async (tx: Tx, actorId: number, at: Date) => {
  const age = (await readClock(tx)).getTime() - at.getTime()
  if (age < 0 || age > PLAN_MAX_AGE_MS) throw new DomainError('cleanup.plan_outdated')
  return startOperation(tx, CLEANUP, { actorId, cursor: begin(at) })
}

/** Starts the nightly cleanup, unless one that a person has started is still running. */
export const startNightlyCleanup = async (tx: Tx) => {
  try {
    await startOperation(tx, CLEANUP, { actorId: null, cursor: begin(await readClock(tx)) })
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'operation.running') throw error
  }
}

/** Removes a batch of one rule per slice; the batch and its cursor commit together. */
export const cleanupOperation = (db: Db, rules: Rules) =>
  declareOperation<Cursor>({
    ...CLEANUP,
    step: async ({ cursor }) => {
      if (cursor.total === null) return countAll(db, rules, cursor)
      const rule = rules[cursor.rule]
      if (rule) return (tx) => removeBatch(tx, rule, cursor)
      const { removed } = cursor
      return { result: { removed }, message: `Removed ${sumOf(removed)}` }
    },
  })

const countAll = async (db: Db, rules: Rules, cursor: Cursor): Promise<Step<Cursor>> => {
  let total = 0
  for (const rule of rules) total += await countDue(db, rule, new Date(cursor.at))
  return { cursor: { ...cursor, total }, done: 0, total, message: 'Counting' }
}

const removeBatch = async (tx: Tx, rule: RetentionRule, cursor: Cursor): Promise<Step<Cursor>> => {
  const { batch = BATCH, keyType, name, what } = rule
  const cutoff = cutoffOf(new Date(cursor.at), rule.period)
  const after = cursor.after === null ? sql`true` : sql`key > ${cursor.after}::${sql.raw(keyType)}`
  const rows = await readRows<{ key: string }>(
    tx,
    sql`select key::text from (${rule.due(cutoff)}) due where ${after} order by due.key limit ${batch}`,
  )
  const keys = rows.map(({ key }) => key)
  if (keys.length > 0) await rule.remove(tx, keys, cutoff)
  const removed = { ...cursor.removed, [name]: (cursor.removed[name] ?? 0) + keys.length }
  const isOver = keys.length < batch
  return {
    cursor: {
      ...cursor,
      removed,
      rule: isOver ? cursor.rule + 1 : cursor.rule,
      after: isOver ? null : (keys.at(-1) ?? null),
    },
    done: sumOf(removed),
    total: cursor.total,
    message: what,
  }
}

const sumOf = (removed: Record<string, number>) => Object.values(removed).reduce((sum, count) => sum + count, 0)
