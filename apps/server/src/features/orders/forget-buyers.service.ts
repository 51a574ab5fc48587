import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { orders } from '@slipstream/db/tables/orders'
import { enqueue } from '#lib/jobs/jobs.ts'

/**
 * Closes the open payment page of a deleted or banned buyer, who could not use the purchase. Takes the order's lock: a
 * payment being processed is delivered first, and a later one finds the account deleted or banned.
 */
export const endOpenPayments = async (tx: Tx, userId: number) => {
  const open = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.status, 'pending')))
    .for('update')
  for (const { id } of open) {
    await enqueue(tx, 'checkout.end_payment', { orderId: id }, { jobKey: `end-payment-${id}` })
  }
}

/** How long we keep the address of an order that was paid after its account was deleted and could not be refunded. */
const KEPT_FOR_REFUND = sql`interval '30 days'`

/**
 * Deleting an account keeps the address of a pending order, because its buyer must be told if it is paid anyway. The
 * address is deleted when the order is canceled or refunded.
 */
export const forgetDeletedBuyers = async (tx: Tx, orderId?: number) => {
  await tx.execute(sql`
    update orders o set email = null from users u
    where u.id = o.user_id and u.erased_at is not null and o.email is not null and o.status <> 'pending'
      and (o.status in ('canceled', 'refunded') or u.erased_at < now() - ${KEPT_FOR_REFUND})
      ${orderId === undefined ? sql`` : sql`and o.id = ${orderId}`}`)
}
