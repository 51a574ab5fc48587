import { eq, inArray } from 'drizzle-orm'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { orderRefunds, refundRequests } from '@slipstream/db/tables/order-history'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { disputes } from '@slipstream/db/tables/payments'
import type { Fate } from './demo-purchases.ts'
import { addLedgerEntry, addStripeEvent, mail, note, type Sold, uuidOf } from './write-purchase.ts'

/** How long a bank waits for evidence, in days. */
const DISPUTE_DAYS = 9

interface Refund {
  items: Sold['items']
  /** Null for the store itself. */
  by: number | null
  reason: string
  at: Date
}

const revoke = async ({ shop }: Sold, items: Sold['items'], revokeReason: string, revokedAt: Date) => {
  const ids = items.map(({ id }) => id)
  await shop.tx.update(entitlements).set({ revokedAt, revokeReason }).where(inArray(entitlements.orderItemId, ids))
}

const touch = async ({ shop, order }: Sold, updatedAt: Date) => {
  await shop.tx.update(orders).set({ updatedAt }).where(eq(orders.id, order.id))
}

const payBack = async (sold: Sold, { items, by, reason, at }: Refund) => {
  const { shop, order, name } = sold
  const stripeId = `re_${name}`
  const amountCents = items.reduce((sum, { paidCents }) => sum + paidCents, 0)
  const paidBackAt = new Date(at.getTime() + 2_000)
  await shop.tx.insert(orderRefunds).values({
    key: uuidOf(stripeId),
    orderId: order.id,
    amountCents,
    items: items.map(({ id, paidCents }) => ({ itemId: id, amountCents: paidCents })),
    reason,
    byUserId: by,
    state: 'sent',
    stripeId,
    createdAt: at,
  })
  for (const { id, paidCents } of items) {
    await shop.tx.update(orderItems).set({ refundedCents: paidCents }).where(eq(orderItems.id, id))
  }
  addLedgerEntry(sold, 'refund', -amountCents, stripeId, paidBackAt)
  addStripeEvent(sold, 'refund.updated', stripeId, paidBackAt)
  note(sold, at, { what: 'refund_asked', by, detail: { amountCents, reason } })
  note(sold, paidBackAt, { what: 'refunded', by, detail: { amountCents, stripeId, reason } })
  mail(sold, paidBackAt, 'refund')
  await touch(sold, paidBackAt)
}

const refund = async (sold: Sold, items: Sold['items'], reason: string) => {
  const at = sold.after(3)
  await payBack(sold, { items, by: sold.shop.adminId, reason, at })
  await revoke(sold, items, 'refund', at)
}

const withdraw = async (sold: Sold) => {
  const { shop, order, items, after } = sold
  const at = after(2)
  await shop.tx.insert(refundRequests).values({
    orderId: order.id,
    kind: 'withdrawal',
    origin: 'buyer',
    state: 'granted',
    createdAt: at,
    decidedAt: at,
  })
  note(sold, at, { what: 'withdrawn', by: order.userId, detail: { amountCents: order.totalCents } })
  await payBack(sold, { items, by: null, reason: 'Withdrawal from the contract', at })
  mail(sold, at, 'withdrawal')
  await revoke(sold, items, 'withdrawal', at)
}

const dispute = async (sold: Sold) => {
  const { shop, order, items, name, after } = sold
  const id = `du_${name}`
  const openedAt = after(6)
  const amountCents = order.totalCents
  const reason = 'product_not_received'
  const evidenceDueAt = after(6 + DISPUTE_DAYS)
  await shop.tx.insert(disputes).values({ id, orderId: order.id, reason, amountCents, openedAt, evidenceDueAt })
  addLedgerEntry(sold, 'dispute', -amountCents, id, openedAt)
  addStripeEvent(sold, 'charge.dispute.created', id, openedAt)
  note(sold, openedAt, { what: 'disputed', detail: { stripeId: id, amountCents, reason } })
  await revoke(sold, items, 'dispute', openedAt)
  await touch(sold, openedAt)
}

const request = async (sold: Sold, reason: string, answer?: string) => {
  const { shop, order, after } = sold
  const [at, decidedAt] = [after(0.5), after(1.4)]
  const decision =
    answer === undefined ? {} : { state: 'declined' as const, answer, decidedAt, decidedByUserId: shop.adminId }
  await shop.tx
    .insert(refundRequests)
    .values({ orderId: order.id, kind: 'refund', origin: 'buyer', reason, createdAt: at, ...decision })
  note(sold, at, { what: 'refund_requested', by: order.userId, detail: { reason } })
  if (answer === undefined) return
  note(sold, decidedAt, { what: 'request_declined', by: shop.adminId, detail: { reason: answer } })
  mail(sold, decidedAt, 'declined')
}

/** What happened to an order after it was paid. */
export const FATES: Record<Fate, (sold: Sold) => Promise<void>> = {
  kept: async () => undefined,
  canceled: async () => undefined,
  refunded: (sold) => refund(sold, sold.items, 'It does not run with the buyer’s other mods.'),
  partly_refunded: (sold) => refund(sold, sold.items.slice(-1), 'Bought by mistake.'),
  withdrawn: withdraw,
  disputed: dispute,
  refund_requested: (sold) => request(sold, 'I thought it came with a trailer. It doesn’t.'),
  request_declined: (sold) =>
    request(
      sold,
      'Too many gears.',
      'All of them are in the description. Turn on the automatic clutch and it is easy.',
    ),
}
