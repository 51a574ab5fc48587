import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { refundRequests } from '@slipstream/db/tables/order-history'
import { orders } from '@slipstream/db/tables/orders'
import { DomainError } from '#lib/domain-error.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { recordOnOrder } from './audit-order.service.ts'
import { revokeItems } from '#features/entitlements/entitlements.service.ts'
import { fillFromOtherOrders } from './fill-locker.service.ts'
import { notifyOfRefund } from './notify-of-order.service.ts'
import { noteOnOrder } from './order-events.service.ts'
import { decideRequest, openRequest } from './open-requests.service.ts'
import { lockOrder, type OrderRow } from './order-state.service.ts'
import { queueRefund, refundableOf } from './refund-order.service.ts'
import { canBePaidBack, isBefore, refundRequestUntil, withdrawalUntil } from './request-windows.ts'

/** The buyer's own order, locked; another person's counts as not found. */
const lockOwnOrder = async (tx: Tx, userId: number, number: string): Promise<OrderRow> => {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.number, number), eq(orders.userId, userId)))
    .for('update')
  if (!order) throw new DomainError('orders.not_found')
  return order
}

/**
 * Withdraws from the contract within its period. The right has ended for downloaded mods, as the buyer agreed; the rest
 * leaves the locker at once and is refunded without a decision.
 */
export const withdraw = async (tx: Tx, userId: number, number: string) => {
  const order = await lockOwnOrder(tx, userId, number)
  const left = await refundableOf(tx, order.id)
  // Locked, so that a concurrent download waits and is then refused.
  const untouched = await tx
    .select({ itemId: entitlements.orderItemId })
    .from(entitlements)
    .where(
      and(
        inArray(entitlements.orderItemId, [...left.keys()]),
        isNull(entitlements.firstDownloadedAt),
        isNull(entitlements.revokedAt),
      ),
    )
    .for('update')
  const itemIds = untouched.flatMap(({ itemId }) => (itemId !== null && (left.get(itemId) ?? 0) > 0 ? [itemId] : []))
  if (!canBePaidBack(order) || !isBefore(withdrawalUntil(order)) || itemIds.length === 0) {
    throw new DomainError('orders.withdrawal_over')
  }
  const amountCents = itemIds.reduce((sum, id) => sum + (left.get(id) ?? 0), 0)
  await noteOnOrder(tx, order.id, { what: 'withdrawn', by: userId, detail: { amountCents } })
  await queueRefund(tx, order, { itemIds, reason: 'Withdrawal from the contract', by: null })
  await fillFromOtherOrders(tx, await revokeItems(tx, itemIds, 'withdrawal'))
  const [request] = await tx
    .insert(refundRequests)
    .values({ orderId: order.id, kind: 'withdrawal', origin: 'buyer', state: 'granted', decidedAt: new Date() })
    .returning({ id: refundRequests.id })
  if (request) {
    await enqueue(tx, 'orders.tell_staff', { requestId: request.id, isReminder: false })
    await enqueue(tx, 'tickets.follow_request', { requestId: request.id })
  }
  await enqueue(tx, 'orders.mail', { orderId: order.id, letter: 'withdrawal', amountCents })
}

export const requestRefund = async (tx: Tx, userId: number, number: string, reason: string) => {
  const order = await lockOwnOrder(tx, userId, number)
  if (!isBefore(refundRequestUntil(order))) throw new DomainError('orders.refund_window_over')
  const left = [...(await refundableOf(tx, order.id)).values()].reduce((sum, amount) => sum + amount, 0)
  if (!canBePaidBack(order) || left === 0) throw new DomainError('orders.nothing_to_refund')
  if (!(await openRequest(tx, order.id, { origin: 'buyer', reason }))) throw new DomainError('orders.request_waits')
  await noteOnOrder(tx, order.id, { what: 'refund_requested', by: userId, detail: { reason } })
  await enqueue(tx, 'orders.mail', { orderId: order.id, letter: 'requested' })
}

/** Declines the buyer's request and mails the reason. A request the store opened itself is closed without a mail. */
export const declineRequest = async (tx: Tx, orderId: number, { reason, by }: { reason: string; by: number }) => {
  const order = await lockOrder(tx, orderId)
  const declined = await decideRequest(tx, orderId, { state: 'declined', answer: reason, by })
  if (!declined) throw new DomainError('orders.no_request')
  const act = declined.isFromBuyer
    ? ({ what: 'request_declined', action: 'decline refund' } as const)
    : ({ what: 'request_closed', action: 'close request' } as const)
  await noteOnOrder(tx, orderId, { what: act.what, by, detail: { reason } })
  if (declined.isFromBuyer) {
    await enqueue(tx, 'orders.mail', { orderId, letter: 'declined' })
    await notifyOfRefund(tx, orderId, { outcome: 'declined', key: String(declined.id) })
  }
  await recordOnOrder(tx, order, { by, action: act.action, after: { reason } })
}
