import { and, eq } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { orderRefunds } from '@slipstream/db/tables/order-history'
import { orderItems } from '@slipstream/db/tables/orders'
import { book } from '#features/payments/ledger.service.ts'
import type { RefundFact } from '#features/payments/read-payment.service.ts'
import { enqueue } from '#lib/jobs.ts'
import { shareOut } from '#lib/share-out.ts'
import { revokeItems } from './entitlements.service.ts'
import { noteOnOrder } from './order-events.service.ts'
import { readItems } from './refund-order.service.ts'

/**
 * Writes down a refund that Stripe has made. One of ours names its items, and whatever is paid back in full leaves the
 * locker. One from Stripe's dashboard names none: it is shared out over all, so nobody loses a mod by a part of the
 * price, and everybody loses all by the whole. Says how much it was, or 0 if it was known.
 */
export const noteRefund = async (
  tx: Tx,
  orderId: number,
  { id, at, amountCents, key }: RefundFact,
): Promise<number> => {
  if (!(await book(tx, { orderId, kind: 'refund', amountCents: -amountCents, stripeId: id, at }))) return 0
  const asked = key === null ? undefined : await markSent(tx, orderId, key)
  await refundItems(tx, orderId, amountCents, asked?.items ?? [])
  await noteOnOrder(tx, orderId, {
    what: 'refunded',
    by: asked?.byUserId ?? null,
    detail: { amountCents, stripeId: id, ...(asked ? { reason: asked.reason } : { from: 'the Stripe dashboard' }) },
  })
  await enqueue(tx, 'orders.mail', { orderId, letter: 'refund', amountCents }, { jobKey: `refund-mail-${id}` })
  return amountCents
}

type Meant = readonly { itemId: number; amountCents: number }[]

const refundItems = async (tx: Tx, orderId: number, amountCents: number, meant: Meant) => {
  const items = await readItems(tx, orderId)
  const parts = allocate(
    amountCents,
    items.map((item) => ({ id: item.id, left: item.paidCents - item.refundedCents })),
    meant,
  )
  const after = items.map(({ id, paidCents, refundedCents }) => ({
    id,
    paidCents,
    refundedCents: refundedCents + (parts.get(id) ?? 0),
  }))
  for (const { id, refundedCents } of after) {
    await tx.update(orderItems).set({ refundedCents }).where(eq(orderItems.id, id))
  }
  const inFull = after.filter(({ paidCents, refundedCents }) => refundedCents === paidCents)
  // What cost nothing goes only when everything does.
  const gone = inFull.length === after.length ? inFull : inFull.filter(({ paidCents }) => paidCents > 0)
  await revokeItems(
    tx,
    gone.map(({ id }) => id),
    'refund',
  )
}

const markSent = async (tx: Tx, orderId: number, key: string) => {
  const [refund] = await tx
    .update(orderRefunds)
    .set({ state: 'sent', error: null })
    .where(and(eq(orderRefunds.orderId, orderId), eq(orderRefunds.key, key)))
    .returning()
  return refund
}

interface Left {
  id: number
  left: number
}

/** How much of a refund each item gets: first those it was meant for, and what they cannot take goes to all in proportion. */
export const allocate = (amount: number, items: readonly Left[], meant: Meant): Map<number, number> => {
  const wanted = new Map(meant.map(({ itemId, amountCents }) => [itemId, amountCents]))
  const first = items.map(({ id, left }) => Math.min(left, wanted.get(id) ?? 0))
  const rest = amount - first.reduce((sum, part) => sum + part, 0)
  const others = shareOut(
    rest,
    items.map(({ left }, position) => left - (first[position] ?? 0)),
  )
  return new Map(items.map(({ id }, position) => [id, (first[position] ?? 0) + (others[position] ?? 0)]))
}
