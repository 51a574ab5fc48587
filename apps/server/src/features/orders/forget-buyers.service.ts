import { and, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '@slipstream/db/client'
import { orders } from '@slipstream/db/tables/orders'
import { enqueue } from '#lib/jobs/jobs.ts'

/**
 * Closes the payment page that somebody has left open, because nobody will be there to use what is paid at it. Locks the
 * order: a payment that is being followed is delivered first, one that comes later finds the account deleted or banned.
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

/** How long the address of an order is kept that was paid after the account was deleted and could not be refunded. */
const KEPT_FOR_REFUND = sql`interval '30 days'`

/**
 * Deleting an account keeps the address of an order that waits for its payment, because its buyer must be told when it is
 * paid all the same. It goes when the order is canceled or refunded.
 */
export const forgetDeletedBuyers = async (db: Db, orderId?: number) => {
  await db.execute(sql`
    update orders o set email = null from users u
    where u.id = o.user_id and u.erased_at is not null and o.email is not null and o.status <> 'pending'
      and (o.status in ('canceled', 'refunded') or u.erased_at < now() - ${KEPT_FOR_REFUND})
      ${orderId === undefined ? sql`` : sql`and o.id = ${orderId}`}`)
}
