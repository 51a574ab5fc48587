import type { Tx } from '@slipstream/db/client'
import { emptyCart } from '#features/cart/cart.service.ts'
import { reclaimCoupon } from '#features/coupons/claim-coupon.service.ts'
import { type Standing, standingOf } from '#features/auth/user-standing.service.ts'
import { tellUnconfirmedOwner } from '#features/notifications/unconfirmed-owner.service.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { grantItems } from '#features/entitlements/entitlements.service.ts'
import { refreshFirstOrders } from './first-orders.service.ts'
import { noteOnOrder } from './order-events.service.ts'
import { moveOrder, type OrderRow } from './order-state.service.ts'
import { openRequest } from './open-requests.service.ts'
import { queueRefund, readItems, refundDuplicates } from './refund-order.service.ts'

interface Payment {
  paidAt: Date
  sessionId: string | null
  paymentIntentId: string | null
}

/**
 * Delivers an order: grants the mods, empties the cart and mails the receipt. The caller holds the lock and has checked
 * that the order is unpaid.
 */
export const deliverOrder = async (tx: Tx, order: OrderRow, payment: Payment): Promise<OrderRow> => {
  const { paidAt, sessionId, paymentIntentId } = payment
  if (order.status === 'canceled' && order.couponId !== null) await reclaimCoupon(tx, order.couponId)
  const paid = await moveOrder(tx, order, 'paid', { paidAt, stripeSessionId: sessionId, paymentIntentId })
  await refreshFirstOrders(tx, [order.userId])
  await noteOnOrder(tx, order.id, { what: 'paid', detail: { amountCents: order.totalCents } })
  const standing = await standingOf(tx, order.userId)
  if (standing !== 'active') return refundUndelivered(tx, paid, standing)

  const items = await readItems(tx, order.id)
  const boughtTwice = await grantItems(tx, { userId: order.userId, paidAt, items })
  await emptyCart(
    tx,
    order.userId,
    items.map(({ modId }) => modId),
  )
  await enqueue(tx, 'orders.mail', { orderId: order.id, letter: 'receipt' }, { jobKey: `receipt-${order.id}` })
  await refundDuplicates(tx, paid, boughtTwice)
  await tellUnconfirmedOwner(tx, order.userId)
  return paid
}

/**
 * Paid on a page that was open when the account was deleted or banned: nothing is delivered and everything is refunded.
 */
const refundUndelivered = async (tx: Tx, order: OrderRow, standing: Exclude<Standing, 'active'>): Promise<OrderRow> => {
  const reason = `The account was ${standing} before the payment arrived.`
  await noteOnOrder(tx, order.id, { what: 'not_delivered', detail: { reason } })
  await queueRefund(tx, order, { reason, by: null })
  // Closed automatically when the refund has arrived.
  await openRequest(tx, order.id, { origin: 'store', reason: `${reason} We are refunding it in full.` })
  await enqueue(tx, 'orders.mail', { orderId: order.id, letter: 'undelivered', amountCents: order.totalCents })
  return order
}
