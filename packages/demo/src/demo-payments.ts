import { and, asc, eq, inArray, isNotNull, like } from 'drizzle-orm'
import type { Db } from '@slipstream/db/client'
import { orderRefunds } from '@slipstream/db/tables/order-history'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { disputes, ledgerEntries } from '@slipstream/db/tables/payments'

/** The prefix of every made-up Stripe session of the demo. */
const DEMO_SESSION = 'cs_test_demo_'

/** The payments an emulated Stripe needs so that the demo's books agree with it. Oldest first. */
export const readDemoPayments = async (db: Db) => {
  const paid = await db
    .select()
    .from(orders)
    .where(and(like(orders.stripeSessionId, `${DEMO_SESSION}%`), isNotNull(orders.paymentIntentId)))
    .orderBy(asc(orders.paidAt), asc(orders.id))
  const ids = paid.map(({ id }) => id)
  const items = await db.select().from(orderItems).where(inArray(orderItems.orderId, ids)).orderBy(asc(orderItems.id))
  const refunded = await findRefunds(db, ids)
  const disputed = await db
    .select()
    .from(disputes)
    .where(inArray(disputes.orderId, ids))
    .orderBy(asc(disputes.openedAt))

  const ofOrder =
    (id: number) =>
    ({ orderId }: { orderId: number }) =>
      orderId === id
  return paid.map(({ id, reference, number, userId, email, stripeSessionId, paymentIntentId, paidAt, createdAt }) => ({
    session: stripeSessionId ?? '',
    paymentIntent: paymentIntentId ?? '',
    at: seconds(paidAt ?? createdAt),
    // Empty after the account was deleted.
    email: email ?? 'nobody@customer.example',
    description: `Order ${number}`,
    metadata: { order: reference, user: String(userId), number },
    lines: items.filter(ofOrder(id)).map(({ title, paidCents }) => ({ title, amount: paidCents })),
    refunds: refunded.filter(ofOrder(id)).map(({ stripeId, at, amountCents, key }) => ({
      id: stripeId,
      at: seconds(at),
      amount: -amountCents,
      metadata: { order: reference, ...(key !== null && { refund: key }) },
    })),
    disputes: disputed.filter(ofOrder(id)).map(({ id: name, openedAt, reason, state }) => ({
      id: name,
      at: seconds(openedAt),
      reason,
      outcome: state === 'open' ? null : state,
    })),
  }))
}

const findRefunds = (db: Db, orderIds: number[]) =>
  db
    .select({
      orderId: orders.id,
      stripeId: ledgerEntries.stripeId,
      at: ledgerEntries.at,
      amountCents: ledgerEntries.amountCents,
      key: orderRefunds.key,
    })
    .from(ledgerEntries)
    .innerJoin(orders, eq(orders.id, ledgerEntries.orderId))
    .leftJoin(orderRefunds, eq(orderRefunds.stripeId, ledgerEntries.stripeId))
    .where(and(inArray(orders.id, orderIds), eq(ledgerEntries.kind, 'refund')))
    .orderBy(asc(ledgerEntries.at))

const seconds = (at: Date) => Math.floor(at.getTime() / 1_000)
