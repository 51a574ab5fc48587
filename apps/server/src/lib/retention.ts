import { type SQL, sql, type Table } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'

export type RetentionPeriod = { years: number } | { days: number }

/**
 * One kind of data that is kept only for a limited time. A feature declares its rules in <feature>.retention.ts,
 * collected in all-retention.ts.
 */
export interface RetentionRule {
  name: string
  /** What is due, as the cleanup page shows it: "Sign-in attempts". */
  what: string
  /** What happens to it: "deleted". */
  fate: string
  period: RetentionPeriod
  /** The tables that refer to a user and that this rule is responsible for. */
  tables: readonly string[]
  keyType: 'integer' | 'bigint' | 'text'
  /** How many are removed in one transaction. */
  batch?: number
  /** Selects `key` and `example` of everything older than the cutoff. An example names no person. */
  due: (cutoff: SQL) => SQL
  /** Removes these, so that they are no longer due. */
  remove: (tx: Tx, keys: readonly string[], cutoff: SQL) => Promise<void>
}

export const cutoffOf = (at: Date, period: RetentionPeriod): SQL =>
  'years' in period
    ? sql`(${at.toISOString()}::timestamptz - make_interval(years => ${period.years}))`
    : sql`(${at.toISOString()}::timestamptz - make_interval(days => ${period.days}))`

/** Removes rows of one table that nothing else belongs to, by their ids. */
export const deleteById =
  (table: Table, keyType: RetentionRule['keyType'] = 'integer'): RetentionRule['remove'] =>
  async (tx, keys) => {
    await tx.execute(sql`delete from ${table} where id = ${anyKey(keys, keyType)}`)
  }

/** The keys of a rule as a parameter for `= any (…)`. */
export const anyKey = (keys: readonly string[], keyType: RetentionRule['keyType'] = 'integer') =>
  sql`any (${sql.param([...keys])}::text[]::${sql.raw(keyType)}[])`
