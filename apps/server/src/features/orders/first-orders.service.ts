import { sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { orders } from '@slipstream/db/tables/orders'

/** A transaction that changes several orders of a buyer takes this lock before it locks them. */
export const lockFirstOrders = async (tx: Tx, userIds: readonly number[]) => {
  for (const userId of [...userIds].sort((one, other) => one - other)) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('orders.is_first'), ${userId})`)
  }
}

/**
 * Finds the first paid order of each of these buyers again. Call in the transaction that pays, moves or deletes an order.
 * Without the lock, two orders that are paid at once would both be first, because neither transaction sees the other.
 */
export const refreshFirstOrders = async (tx: Tx, userIds: readonly number[]) => {
  await lockFirstOrders(tx, userIds)
  const theirs = sql`user_id = any (${sql.param([...userIds])}::int[])`
  await tx.execute(sql`
    update ${orders} set is_first = not is_first
    where ${theirs} and is_first <> (id in (
      select distinct on (user_id) id from ${orders} where ${theirs} and paid_at is not null and total_cents > 0
      order by user_id, paid_at, id))`)
}
