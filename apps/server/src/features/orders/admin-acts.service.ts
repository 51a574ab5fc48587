import { eq } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { orderRefunds } from '@slipstream/db/tables/order-history'
import { DomainError } from '#lib/domain-error.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { recordOnOrder } from './audit-order.service.ts'
import { isPaidFor, lockOrder } from './order-state.service.ts'
import { queueRefund } from './refund-order.service.ts'

interface RefundDecision {
  itemIds?: readonly number[] | undefined
  reason: string
  by: number
}

/** Queues a refund and records the administrator's decision. Returns the refund's id. */
export const decideRefund = async (tx: Tx, orderId: number, decision: RefundDecision): Promise<number> => {
  const order = await lockOrder(tx, orderId)
  const refundId = await queueRefund(tx, order, decision)
  const [refund] = await tx
    .select({ amountCents: orderRefunds.amountCents, reason: orderRefunds.reason })
    .from(orderRefunds)
    .where(eq(orderRefunds.id, refundId))
  await recordOnOrder(tx, order, { by: decision.by, action: 'refund', after: { ...refund } })
  return refundId
}

export const resendReceipt = async (tx: Tx, orderId: number, by: number) => {
  const order = await lockOrder(tx, orderId)
  if (!isPaidFor(order)) throw new DomainError('orders.not_paid')
  await enqueue(tx, 'orders.mail', { orderId, letter: 'receipt' })
  await recordOnOrder(tx, order, { by, action: 'resend receipt', after: { mailed: 'receipt' } })
}
