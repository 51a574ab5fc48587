import { sql } from 'drizzle-orm'
import { DAY_MS } from '@slipstream/contract/durations'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { within } from '#lib/span.ts'
import { partsFrom, returnsFrom, slotsFrom } from './sale-entries.ts'

/** Recounts every day that changed since it was counted. Returns the number of days. */
export const countSales = async (db: Db, signal: AbortSignal) => {
  let days = 0
  let after = '-infinity'
  while (!signal.aborted) {
    const counted = await inTransaction(db, (tx) => countDay(tx, after))
    if (counted === null) break
    // Each day once: in a busy store, today changes as fast as it is counted.
    after = counted
    days += 1
  }
  return days
}

/**
 * Clears the marks of the first stale UTC day and recounts the day from the ledger, in one transaction. An entry added
 * in the meantime has its own mark, which stays: the next run recounts it, and until then reports read it from the
 * ledger. Returns the end of the day.
 */
const countDay = async (tx: Tx, after: string): Promise<string | null> => {
  // Otherwise two workers could insert the same rows.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('analytics.count_sales'))`)
  const { rows } = await tx.execute<{ at: Date | null }>(
    sql`select min(starts_at) as at from stale_sales where starts_at >= ${after}::timestamptz`,
  )
  const first = rows[0]?.at
  if (!first) return null
  const start = Math.floor(new Date(first).getTime() / DAY_MS) * DAY_MS
  const day = { startsAt: new Date(start).toISOString(), endsAt: new Date(start + DAY_MS).toISOString() }
  await tx.execute(sql`delete from stale_sales where ${within('starts_at', day)}`)
  await tx.execute(sql`delete from sales_slots where ${within('starts_at', day)}`)
  await tx.execute(sql`insert into sales_slots ${slotsFrom([day])}`)
  await tx.execute(sql`delete from sales_returns where ${within('at', day)}`)
  await tx.execute(sql`insert into sales_returns ${returnsFrom([day])}`)
  await tx.execute(sql`delete from sales_parts where day = ${day.startsAt}::date`)
  await tx.execute(sql`insert into sales_parts ${partsFrom([day])}`)
  return day.endsAt
}
