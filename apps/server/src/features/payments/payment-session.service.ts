import { and, asc, eq, isNull } from 'drizzle-orm'
import { CHECKOUT_RETURN } from '@slipstream/contract/checkout'
import { type Db, inTransaction } from '@slipstream/db/client'
import { coupons } from '@slipstream/db/tables/coupons'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import type { Session, StripeGateway } from '#gateways/stripe.ts'
import { failpoint } from '#lib/failpoints.ts'
import { writeOrderMetadata } from './order-metadata.ts'

export interface PaymentParts {
  db: Db
  stripe: StripeGateway
  publicUrl: string
}

type OrderRow = typeof orders.$inferSelect

/**
 * Creates an order's payment page. Idempotent: everything in it comes from the order, and the idempotency key returns
 * the same session.
 */
export const openSession = async ({ db, stripe, publicUrl }: PaymentParts, order: OrderRow): Promise<Session> => {
  const items = await db
    .select({
      title: orderItems.title,
      modId: orderItems.modId,
      priceCents: orderItems.priceCents,
      discountCents: orderItems.discountCents,
      paidCents: orderItems.paidCents,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.id))
  const returnTo = `${publicUrl}${CHECKOUT_RETURN.path}`
  const session = await stripe.createSession({
    idempotencyKey: `order-${order.reference}`,
    email: order.email ?? '',
    lines: items.map(({ title, paidCents }) => ({ title, amountCents: paidCents })),
    metadata: writeOrderMetadata(order, items, await couponCodeOf(db, order)),
    description: `Order ${order.number}`,
    successUrl: `${returnTo}?${CHECKOUT_RETURN.parameter}={CHECKOUT_SESSION_ID}`,
    cancelUrl: returnTo,
    expiresAt: order.expiresAt ?? order.createdAt,
  })
  failpoint('checkout.session_made')
  await inTransaction(db, (tx) =>
    tx
      .update(orders)
      .set({ stripeSessionId: session.id })
      .where(and(eq(orders.id, order.id), isNull(orders.stripeSessionId))),
  )
  failpoint('checkout.session_saved')
  return session
}

const couponCodeOf = async (db: Db, { couponId }: OrderRow) => {
  if (couponId === null) return null
  const [coupon] = await db.select({ code: coupons.code }).from(coupons).where(eq(coupons.id, couponId))
  return coupon?.code ?? null
}
