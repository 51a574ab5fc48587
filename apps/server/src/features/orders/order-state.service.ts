import { eq, sql } from 'drizzle-orm'
import { ORDER_STEPS, type OrderStatus } from '@slipstream/contract/order-status'
import type { Tx } from '@slipstream/db/client'
import { orders } from '@slipstream/db/tables/orders'
import { releaseCoupon } from '#features/coupons/claim-coupon.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { noteOnOrder } from './order-events.service.ts'

export type OrderRow = typeof orders.$inferSelect

/** Every change to an order holds this lock, so changes run one after another. */
export const lockOrder = async (tx: Tx, orderId: number): Promise<OrderRow> => {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
  if (!order) throw new DomainError('orders.not_found')
  return order
}

type Changes = Partial<Pick<OrderRow, 'paidAt' | 'paymentIntentId' | 'stripeSessionId'>>

/** The only way to change an order's status. */
export const moveOrder = async (tx: Tx, order: OrderRow, status: OrderStatus, changes: Changes = {}) => {
  if (status === order.status) return order
  if (!ORDER_STEPS[order.status].includes(status)) {
    throw new Error(`order ${order.number} cannot go from ${order.status} to ${status}`)
  }
  await tx
    .update(orders)
    .set({ ...changes, status, updatedAt: sql`now()` })
    .where(eq(orders.id, order.id))
  return { ...order, ...changes, status }
}

/** Cancels an order that will not be paid and releases its coupon use. */
export const cancelOrder = async (tx: Tx, order: OrderRow, why: string) => {
  if (order.couponId !== null) await releaseCoupon(tx, order.couponId)
  await noteOnOrder(tx, order.id, { what: 'canceled', detail: { why } })
  return moveOrder(tx, order, 'canceled')
}

export const isPaidFor = ({ status }: Pick<OrderRow, 'status'>) => status !== 'pending' && status !== 'canceled'
