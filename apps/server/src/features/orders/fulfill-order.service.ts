import { and, eq, isNull, sql } from 'drizzle-orm'
import type { OrderStatus } from '@slipstream/contract/order-status'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { isUninvoiced, issueDocuments } from '#features/invoices/issue-documents.service.ts'
import { notedNumbers } from '#features/invoices/noted-numbers.ts'
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
 * Brings an order in line with its payment: reads it at Stripe, locks the order and applies what is new. The return
 * page, the webhook, the reconciler and administrators all end here. Idempotent and safe to run concurrently: the order
 * ends in the same state in any sequence.
 */
export const fulfillOrder = async (parts: PaymentParts, orderId: number): Promise<OrderStatus> => {
  const { db, stripe } = parts
  const order = await readOrder(db, orderId)
  // Free orders have no payment to follow.
  if (order.totalCents === 0) return order.status
  const sessionId = order.stripeSessionId ?? (await recoverSession(parts, order))
  const facts = sessionId === null ? null : await readPayment(stripe, sessionId)
  failpoint('fulfill.read')
  // Duplicate deliveries are common. Skip the lock when this one brings nothing new.
  if (facts && isNothingNew(facts)) {
    const { status } = await readOrder(db, orderId)
    if (isPaidFor({ status }) && (await isDelivered(db, orderId)) && !(await isUninvoiced(db, orderId))) return status
  }
  const status = await inTransaction(db, (tx) => follow(tx, orderId, facts))
  failpoint('fulfill.committed')
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

/**
 * The process that created the order may have died before storing the session id. The idempotency key returns the same
 * session.
 */
const recoverSession = async (parts: PaymentParts, order: OrderRow): Promise<string | null> => {
  try {
    return (await openSession(parts, order)).id
  } catch (error) {
    // The idempotency key has expired without a session, so there is no page on which the order could be paid.
    if (error instanceof StripeRefusal) return null
    throw error
  }
}

const follow = async (tx: Tx, orderId: number, facts: PaymentFacts | null): Promise<OrderStatus> => {
  const order = await lockOrder(tx, orderId)
  failpoint('fulfill.locked')
  if (!facts) return cancelUnknown(tx, order)
  if (!isOf(facts, order)) return noteDifference(tx, order, facts)
  const followed = await followPayment(tx, order, facts)
  const settled = isPaidFor(followed) ? await followRest(tx, followed, facts) : followed
  // This comes last, because the counter of numbers stays locked until the commit.
  await issueDocuments(tx, orderId, facts.method, notedNumbers(facts))
  failpoint('fulfill.before_commit')
  return settled.status
}

/** Stripe has no such session: it could not be created, or belongs to another account. */
const cancelUnknown = async (tx: Tx, order: OrderRow) => {
  if (order.status !== 'pending') return order.status
  return (await cancelOrder(tx, order, 'Stripe has no payment page for this order.')).status
}

/**
 * The payment does not match the order. Nothing is granted, and the order is canceled as soon as its payment page has
 * closed, so that the buyer can order again. A person has to sort out what was paid.
 */
const noteDifference = async (tx: Tx, order: OrderRow, facts: PaymentFacts): Promise<OrderStatus> => {
  await noteOnce(tx, order.id, {
    what: 'payment_differs',
    detail: { ...facts, metadata: undefined, refunds: facts.refunds.length },
  })
  if (order.status !== 'pending' || !(facts.isPaid || facts.isOver)) return order.status
  if (facts.isPaid) {
    await openRequest(tx, order.id, { origin: 'store', reason: 'The payment at Stripe does not match the order.' })
  }
  return (await cancelOrder(tx, order, 'The payment at Stripe does not match the order.')).status
}

/** Whether the payment matches order, buyer and amount. Nothing is granted otherwise. */
const isOf = (facts: PaymentFacts, order: OrderRow) =>
  facts.isOfThisMode &&
  facts.reference === order.reference &&
  facts.userId === (order.placedById ?? order.userId) &&
  facts.amountCents === order.totalCents &&
  facts.currency === order.currency

const followPayment = async (tx: Tx, order: OrderRow, facts: PaymentFacts): Promise<OrderRow> => {
  if (isPaidFor(order)) return order
  if (facts.decline) await noteOnce(tx, order.id, { what: 'card_declined', detail: facts.decline })
  const { isPaid, isOver, paymentIntentId, sessionId, paidAt } = facts
  if (isPaid && paymentIntentId !== null && paidAt !== null) {
    const { id: orderId, totalCents: amountCents } = order
    await recordLedgerEntry(tx, { orderId, kind: 'payment', amountCents, stripeId: paymentIntentId, at: paidAt })
    return deliverOrder(tx, order, { paidAt, sessionId, paymentIntentId })
  }
  if (isOver && order.status === 'pending') return cancelOrder(tx, order, 'The payment page expired without a payment.')
  return order
}

const followRest = async (tx: Tx, order: OrderRow, { refunds, disputes: found }: PaymentFacts): Promise<OrderRow> => {
  for (const refund of refunds) await noteRefund(tx, order.id, refund)
  let isWon = false
  for (const dispute of found) isWon = (await noteDispute(tx, order.id, dispute)) || isWon
  const settled = await moveOrder(tx, order, await statusOf(tx, order))
  if (settled.status === 'refunded') await decideRequest(tx, order.id, { state: 'granted', by: null })
  const paidTwice = await fillLocker(tx, settled)
  // Only after a won dispute: after a failed refund, the bank would return a new refund too.
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
