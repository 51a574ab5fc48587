import { eq } from 'drizzle-orm'
import { cents, formatUsd } from '@slipstream/contract/money'
import type { Tx } from '@slipstream/db/client'
import { orders } from '@slipstream/db/tables/orders'
import { notify, notifyAdmins } from '#features/notifications/notify.service.ts'

interface RefundNews {
  outcome: 'refund' | 'refund_failed' | 'declined'
  /** Identifies this refund or request. */
  key: string
  amountCents?: number
}

/** Shows the buyer a notification of what they are also told by mail. */
export const notifyOfRefund = async (tx: Tx, orderId: number, { outcome, key, amountCents = 0 }: RefundNews) => {
  const { userId, number } = await readOrder(tx, orderId)
  const amount = formatUsd(cents(amountCents))
  const words = {
    refund: {
      title: `${amount} of order ${number} was refunded`,
      text: 'It should appear on your statement within a few days.',
    },
    refund_failed: {
      title: `The refund of order ${number} failed`,
      text: `Your bank returned ${amount}. We will contact you about another way to pay you back.`,
    },
    declined: {
      title: `Your refund request for order ${number} was declined`,
      text: 'The reason is in the e-mail we sent you and on the order’s page.',
    },
  }
  const link = `/mod-locker?order=${number}`
  await notify(tx, [userId], { kind: 'refund', key: `${outcome}:${key}`, ...words[outcome], link })
}

export const notifyOfDispute = async (tx: Tx, orderId: number, disputeId: string) => {
  const { number } = await readOrder(tx, orderId)
  await notifyAdmins(tx, {
    kind: 'dispute',
    key: `dispute:${disputeId}`,
    title: `Order ${number} is disputed`,
    text: 'The buyer’s bank has taken the money back. Send your evidence before the bank’s deadline.',
    link: `/admin/orders?order=${number}`,
  })
}

const readOrder = async (tx: Tx, orderId: number) => {
  const [order] = await tx
    .select({ userId: orders.userId, number: orders.number })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (!order) throw new Error(`there is no order ${orderId}`)
  return order
}
