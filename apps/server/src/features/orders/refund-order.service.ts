import { and, asc, eq } from 'drizzle-orm'
import { cents, formatUsd } from '@slipstream/contract/money'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { orderRefunds } from '@slipstream/db/tables/order-history'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { payRefund } from '#features/payments/pay-refund.ts'
import { StripeRefusal, type StripeGateway } from '#gateways/stripe.ts'
import { failpoint } from '#lib/failpoints.ts'
import { DomainError } from '#lib/domain-error.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { fillLater } from './fill-later.service.ts'
import { noteOnOrder } from './order-events.service.ts'
import { decideRequest, openRequest } from './open-requests.service.ts'
import { isPaidFor, lockOrder, type OrderRow } from './order-state.service.ts'

export type ItemRow = typeof orderItems.$inferSelect

export const readItems = (db: Db, orderId: number): Promise<ItemRow[]> =>
  db.select().from(orderItems).where(eq(orderItems.orderId, orderId)).orderBy(asc(orderItems.id))

/** Ids of the items refunded in full. Free items count only when everything is refunded. */
export const removedIds = (items: readonly ItemRow[]): number[] => {
  const inFull = items.filter(({ paidCents, refundedCents }) => refundedCents === paidCents)
  const gone = inFull.length === items.length ? inFull : inFull.filter(({ paidCents }) => paidCents > 0)
  return gone.map(({ id }) => id)
}

export const retainedIds = (items: readonly ItemRow[]): number[] => {
  const gone = new Set(removedIds(items))
  return items.map(({ id }) => id).filter((id) => !gone.has(id))
}

/** What can still be refunded of each item: paid, and neither refunded nor in a queued refund. */
export const refundableOf = async (db: Db, orderId: number): Promise<Map<number, number>> => {
  const items = await readItems(db, orderId)
  const queued = await db
    .select({ items: orderRefunds.items })
    .from(orderRefunds)
    .where(and(eq(orderRefunds.orderId, orderId), eq(orderRefunds.state, 'queued')))
  const left = new Map(items.map(({ id, paidCents, refundedCents }) => [id, paidCents - refundedCents]))
  for (const { itemId, amountCents } of queued.flatMap((refund) => refund.items)) {
    left.set(itemId, Math.max(0, (left.get(itemId) ?? 0) - amountCents))
  }
  return left
}

interface RefundDecision {
  /** If omitted, everything that is left is refunded. */
  itemIds?: readonly number[] | undefined
  reason: string
  /** Null for the store itself. */
  by: number | null
}

/**
 * Records the decision to refund and queues the job that sends it to Stripe. The caller holds the order's lock. Returns
 * the refund's id.
 */
export const queueRefund = async (
  tx: Tx,
  order: OrderRow,
  { itemIds, reason, by }: RefundDecision,
): Promise<number> => {
  if (!isPaidFor(order)) throw new DomainError('orders.not_paid')
  if (order.status === 'disputed') throw new DomainError('orders.not_refundable')
  const left = await refundableOf(tx, order.id)
  const items = [...left]
    .filter(([id]) => itemIds === undefined || itemIds.includes(id))
    .map(([itemId, amountCents]) => ({ itemId, amountCents }))
  const amountCents = items.reduce((sum, item) => sum + item.amountCents, 0)
  if (amountCents === 0) throw new DomainError('orders.nothing_to_refund')
  const [refund] = await tx
    .insert(orderRefunds)
    .values({
      orderId: order.id,
      amountCents,
      items: items.filter((item) => item.amountCents > 0),
      reason,
      byUserId: by,
    })
    .returning({ id: orderRefunds.id })
  if (!refund) throw new Error('the refund was not written')
  await noteOnOrder(tx, order.id, { what: 'refund_asked', by, detail: { amountCents, reason } })
  await decideRequest(tx, order.id, { state: 'granted', by })
  await enqueue(tx, 'orders.send_refund', { refundId: refund.id }, { jobKey: `refund-${refund.id}` })
  failpoint('refund.before_commit')
  return refund.id
}

/** Refunds what was bought twice, unless it was free or its refund is already made or queued. */
export const refundDuplicates = async (tx: Tx, order: OrderRow, itemIds: readonly number[]) => {
  const left = await refundableOf(tx, order.id)
  if (!itemIds.some((id) => (left.get(id) ?? 0) > 0)) return
  await queueRefund(tx, order, { itemIds, reason: 'Bought a second time by mistake.', by: null })
}

interface Parts {
  db: Db
  stripe: StripeGateway
  /** Reads the payment again and applies it to the order. */
  follow: (orderId: number) => Promise<unknown>
}

/** Sends a refund to Stripe and applies the result. Idempotent: the same refund is never paid twice. */
export const sendRefund = async ({ db, stripe, follow }: Parts, refundId: number): Promise<void> => {
  const [found] = await db
    .select({ refund: orderRefunds, order: orders })
    .from(orderRefunds)
    .innerJoin(orders, eq(orders.id, orderRefunds.orderId))
    .where(and(eq(orderRefunds.id, refundId), eq(orderRefunds.state, 'queued')))
  if (!found || found.order.paymentIntentId === null) return
  const { refund, order } = found
  const paymentIntentId = found.order.paymentIntentId
  try {
    await payRefund(stripe, paymentIntentId, refund, { order: order.reference })
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    await inTransaction(db, (tx) => giveUp(tx, refund, error.reason))
  }
  failpoint('refund.paid')
  await follow(order.id)
  failpoint('refund.noted')
}

type RefundRow = typeof orderRefunds.$inferSelect

const giveUp = async (tx: Tx, { id, orderId }: RefundRow, error: string) => {
  await lockOrder(tx, orderId)
  const [refund] = await tx
    .select()
    .from(orderRefunds)
    .where(and(eq(orderRefunds.id, id), eq(orderRefunds.state, 'queued')))
  if (refund) await noteFailed(tx, refund, error)
}

/** Records a failed refund. The buyer is still owed the money, so the staff are asked to find another way. */
export const noteFailed = async (tx: Tx, { id, orderId, amountCents }: RefundRow, error: string) => {
  await tx.update(orderRefunds).set({ state: 'failed', error }).where(eq(orderRefunds.id, id))
  await noteOnOrder(tx, orderId, { what: 'refund_failed', detail: { amountCents, error } })
  await openRequest(tx, orderId, {
    origin: 'store',
    reason: `A refund of ${formatUsd(cents(amountCents))} has failed and is still owed.`,
  })
  await fillLater(tx, orderId)
}
