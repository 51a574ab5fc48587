import { and, eq, isNull, sql } from 'drizzle-orm'
import type { OrderStatus } from '@slipstream/contract/order-status'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { recordLedgerEntry } from '#features/payments/ledger.service.ts'
import { type PaymentFacts, readPayment } from '#features/payments/read-payment.ts'
import { openSession, type PaymentParts } from '#features/payments/payment-session.service.ts'
import { StripeRefusal } from '#gateways/stripe.ts'
import { failpoint } from '#lib/failpoints.ts'
import { DomainError } from '#lib/domain-error.ts'
import { fillLocker } from './fill-locker.service.ts'
import { isDisputed, noteDispute } from './note-dispute.service.ts'
import { noteOnce } from './order-events.service.ts'
import { deliverOrder } from './note-payment.service.ts'
import { noteRefund } from './note-refunds.service.ts'
import { decideRequest, openRequest } from './open-requests.service.ts'
import { cancelOrder, isPaidFor, lockOrder, moveOrder, type OrderRow } from './order-state.service.ts'
import { refundDuplicates } from './refund-order.service.ts'

/**
 * Brings an order to where its payment is: reads it at Stripe, locks the order and follows whatever it does not know yet.
 * The page that a payment leads back to, the webhook, the reconciler and the administrators all end here; however often
 * and in whatever order they come, and several at once, the order ends the same.
 */
export const fulfilOrder = async (parts: PaymentParts, orderId: number): Promise<OrderStatus> => {
  const { db, stripe } = parts
  const order = await readOrder(db, orderId)
  // What costs nothing has no payment to follow.
  if (order.totalCents === 0) return order.status
  const sessionId = order.stripeSessionId ?? (await recoverSession(parts, order))
  const facts = sessionId === null ? null : await readPayment(stripe, sessionId)
  failpoint('fulfil.read')
  // Many come to tell of the same payment; who has nothing new to tell need not queue up for the lock.
  if (facts && isNothingNew(facts)) {
    const { status } = await readOrder(db, orderId)
    if (isPaidFor({ status }) && (await isDelivered(db, orderId))) return status
  }
  const status = await inTransaction(db, (tx) => follow(tx, orderId, facts))
  failpoint('fulfil.committed')
  return status
}

const readOrder = async (db: Db, orderId: number) => {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  if (!order) throw new DomainError('orders.not_found')
  return order
}

const isNothingNew = ({ refunds, disputes: found }: PaymentFacts) => refunds.length === 0 && found.length === 0

const isDelivered = async (db: Db, orderId: number) => {
  const [missing] = await db
    .select({ id: orderItems.id })
    .from(orderItems)
    .leftJoin(entitlements, eq(entitlements.orderItemId, orderItems.id))
    .where(and(eq(orderItems.orderId, orderId), isNull(entitlements.id)))
    .limit(1)
  return missing === undefined
}

/** Whoever made the order may be gone without having noted its session: the same question gives the same one. */
const recoverSession = async (parts: PaymentParts, order: OrderRow): Promise<string | null> => {
  try {
    return (await openSession(parts, order)).id
  } catch (error) {
    // Too late to make one, so there is none that anybody could pay.
    if (error instanceof StripeRefusal) return null
    throw error
  }
}

const follow = async (tx: Tx, orderId: number, facts: PaymentFacts | null): Promise<OrderStatus> => {
  const order = await lockOrder(tx, orderId)
  failpoint('fulfil.locked')
  if (!facts) return cancelUnknown(tx, order)
  if (!isOf(facts, order)) return noteDifference(tx, order, facts)
  const followed = await followPayment(tx, order, facts)
  const settled = isPaidFor(followed) ? await followRest(tx, followed, facts) : followed
  failpoint('fulfil.before_commit')
  return settled.status
}

/** Nobody can pay what Stripe does not know: a session that could not be made, or one of another account. */
const cancelUnknown = async (tx: Tx, order: OrderRow) => {
  if (order.status !== 'pending') return order.status
  return (await cancelOrder(tx, order, 'Stripe has no payment page for it.')).status
}

/**
 * A payment that is not this order's. Nothing is granted for it, and nothing else is ever going to pay the order: it ends
 * as soon as nobody can pay at that page any more, so that its buyer can order anew. What was paid is a person's to sort out.
 */
const noteDifference = async (tx: Tx, order: OrderRow, facts: PaymentFacts): Promise<OrderStatus> => {
  await noteOnce(tx, order.id, { what: 'payment_differs', detail: { ...facts, refunds: facts.refunds.length } })
  if (order.status !== 'pending' || !(facts.isPaid || facts.isOver)) return order.status
  if (facts.isPaid) {
    await openRequest(tx, order.id, { origin: 'store', reason: 'What was paid at Stripe is not what was ordered.' })
  }
  return (await cancelOrder(tx, order, 'Its payment at Stripe is not the one of this order.')).status
}

/** Is this the payment of this order, for this buyer, of this amount? Nothing is granted for another one. */
const isOf = (facts: PaymentFacts, order: OrderRow) =>
  facts.isOfThisMode &&
  facts.reference === order.reference &&
  facts.userId === order.userId &&
  facts.amountCents === order.totalCents &&
  facts.currency === order.currency

const followPayment = async (tx: Tx, order: OrderRow, facts: PaymentFacts): Promise<OrderRow> => {
  if (isPaidFor(order)) return order
  const { isPaid, isOver, paymentIntentId, sessionId, paidAt } = facts
  if (isPaid && paymentIntentId !== null && paidAt !== null) {
    const { id: orderId, totalCents: amountCents } = order
    await recordLedgerEntry(tx, { orderId, kind: 'payment', amountCents, stripeId: paymentIntentId, at: paidAt })
    return deliverOrder(tx, order, { paidAt, sessionId, paymentIntentId })
  }
  if (isOver && order.status === 'pending') return cancelOrder(tx, order, 'The payment page was left and has closed.')
  return order
}

const followRest = async (tx: Tx, order: OrderRow, { refunds, disputes: found }: PaymentFacts): Promise<OrderRow> => {
  for (const refund of refunds) await noteRefund(tx, order.id, refund)
  let isWon = false
  for (const dispute of found) isWon = (await noteDispute(tx, order.id, dispute)) || isWon
  const settled = await moveOrder(tx, order, await statusOf(tx, order))
  if (settled.status === 'refunded') await decideRequest(tx, order.id, { state: 'granted', by: null })
  const paidTwice = await fillLocker(tx, settled)
  // Only once: a refund that the bank has returned would be returned again.
  if (isWon) await refundDuplicates(tx, settled, paidTwice)
  return settled
}

const statusOf = async (tx: Tx, { id, totalCents }: OrderRow): Promise<OrderStatus> => {
  if (await isDisputed(tx, id)) return 'disputed'
  const [sum] = await tx
    .select({ refunded: sql<number>`sum(${orderItems.refundedCents})::int` })
    .from(orderItems)
    .where(eq(orderItems.orderId, id))
  const refunded = sum?.refunded ?? 0
  if (refunded === 0) return 'paid'
  return refunded === totalCents ? 'refunded' : 'partially_refunded'
}
