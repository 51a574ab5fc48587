import { sql } from 'drizzle-orm'
import { type Db, readRows } from '@slipstream/db/client'
import { findBroken, ORDER_RULES, STORE_RULES } from './compare-books.service.ts'

const NEWEST = 5_000

/**
 * Runs the money check's rules that do not need Stripe. Those about orders run on the newest ones only, which is fast
 * enough for a button.
 */
export const checkNewestBooks = async (db: Db) => {
  const [last] = await readRows<{ id: number; count: number }>(
    db,
    sql`
    select coalesce(max(id), 0)::int as id, count(*)::int as count
    from (select id from orders order by id desc limit ${NEWEST}) newest`,
  )
  const { id: upTo = 0, count: orders = 0 } = last ?? {}
  const above = Math.max(0, upTo - NEWEST)
  const rules = [...Object.values(ORDER_RULES).map((rule) => rule({ above, upTo })), ...Object.values(STORE_RULES)]
  const differences = []
  for (const rule of rules) differences.push(...(await findBroken(db, rule)))
  return { orders, differences }
}
