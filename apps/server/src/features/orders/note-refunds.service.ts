import { eq } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { orderRefunds } from '@slipstream/db/tables/order-history'
import { orderItems } from '@slipstream/db/tables/orders'
import { recordLedgerEntry } from '#features/payments/ledger.service.ts'
import type { RefundFact } from '#features/payments/read-payment.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { allocateCents } from '#lib/allocate-cents.ts'
import { revokeItems } from '#features/entitlements/entitlements.service.ts'
import { fillFromOtherOrders } from './fill-locker.service.ts'
import { notifyOfRefund } from './notify-of-order.service.ts'
import { noteOnOrder } from './order-events.service.ts'
import { removedIds, type ItemRow, noteFailed, readItems, refundableOf } from './refund-order.service.ts'

type RefundRow = typeof orderRefunds.$inferSelect

/**
 * Applies a refund from Stripe. A pending refund moves no money; it only prevents a second one. A successful one is in
 * the ledger; a failed one is there with its counter-entry even if we never saw it succeed, so that a stale read that
 * arrives late finds both entries and adds nothing.
 */
export const noteRefund = async (tx: Tx, orderId: number, fact: RefundFact): Promise<void> => {
  const { id: stripeId, at, amountCents, state } = fact
  if (state === 'pending') {
    await refundOf(tx, orderId, fact)
    return
  }
  const isNew = await recordLedgerEntry(tx, { orderId, kind: 'refund', amountCents: -amountCents, stripeId, at })
  if (state === 'succeeded') {
    if (isNew) await noteMade(tx, await refundOf(tx, orderId, fact), fact)
    return
  }
  if (!(await recordLedgerEntry(tx, { orderId, kind: 'refund_failed', amountCents, stripeId, at }))) return
  const refund = await refundOf(tx, orderId, fact)
  await noteFailed(tx, refund, fact.error ?? '')
  if (isNew) return
  await takeBack(tx, refund)
  await mail(tx, 'refund_failed', orderId, fact)
}

const mail = async (tx: Tx, letter: 'refund' | 'refund_failed', orderId: number, { id, amountCents }: RefundFact) => {
  await enqueue(tx, 'orders.mail', { orderId, letter, amountCents }, { jobKey: `${letter}-mail-${id}` })
  await notifyOfRefund(tx, orderId, { outcome: letter, key: id, amountCents })
}

const FROM_THE_DASHBOARD = 'Made in Stripe’s dashboard'

/** Our row of a refund. One from Stripe's dashboard gets its row now; it names no items, so it is allocated to all. */
const refundOf = async (tx: Tx, orderId: number, { id, key, amountCents }: RefundFact): Promise<RefundRow> => {
  const rows = await tx.select().from(orderRefunds).where(eq(orderRefunds.orderId, orderId))
  const known = rows.find((row) => row.stripeId === id || row.key === key)
  if (known?.stripeId === id) return known
  if (known) {
    await tx.update(orderRefunds).set({ stripeId: id }).where(eq(orderRefunds.id, known.id))
    return known
  }
  const left = [...(await refundableOf(tx, orderId))].map(([itemId, cents]) => ({ id: itemId, left: cents }))
  const values = {
    orderId,
    amountCents,
    stripeId: id,
    reason: FROM_THE_DASHBOARD,
    items: partsOf(allocate(amountCents, left, [])),
  }
  const [made] = await tx.insert(orderRefunds).values(values).returning()
  if (!made) throw new Error('the refund was not written')
  return made
}

/** Items refunded in full leave the locker. A partial refund removes no mod. */
const noteMade = async (tx: Tx, refund: RefundRow, fact: RefundFact) => {
  const { id: stripeId, amountCents } = fact
  const { orderId, reason, byUserId } = refund
  const items = await readItems(tx, orderId)
  const parts = allocate(
    amountCents,
    items.map((item) => ({ id: item.id, left: item.paidCents - item.refundedCents })),
    refund.items,
  )
  await tx
    .update(orderRefunds)
    .set({ state: 'sent', error: null, items: partsOf(parts) })
    .where(eq(orderRefunds.id, refund.id))
  const after = await addRefunded(tx, items, parts)
  await fillFromOtherOrders(tx, await revokeItems(tx, removedIds(after), 'refund'))
  await noteOnOrder(tx, orderId, { what: 'refunded', by: byUserId, detail: { amountCents, stripeId, reason } })
  await mail(tx, 'refund', orderId, fact)
}

/** The bank has returned the money, so the refunded items count as paid again. `fillLocker` then restores them. */
const takeBack = async (tx: Tx, { orderId, items: parts }: RefundRow) => {
  const before = await readItems(tx, orderId)
  await addRefunded(tx, before, new Map(parts.map(({ itemId, amountCents }) => [itemId, -amountCents])))
}

const addRefunded = async (tx: Tx, items: readonly ItemRow[], parts: ReadonlyMap<number, number>) => {
  const after = items.map((item) => ({ ...item, refundedCents: item.refundedCents + (parts.get(item.id) ?? 0) }))
  for (const { id, refundedCents } of after) {
    await tx.update(orderItems).set({ refundedCents }).where(eq(orderItems.id, id))
  }
  return after
}

const partsOf = (parts: ReadonlyMap<number, number>) =>
  [...parts].filter(([, amountCents]) => amountCents > 0).map(([itemId, amountCents]) => ({ itemId, amountCents }))

type Meant = readonly { itemId: number; amountCents: number }[]

interface Left {
  id: number
  left: number
}

/**
 * How much of a refund each item gets: first the items it was meant for, then the rest is allocated to all in
 * proportion.
 */
export const allocate = (amount: number, items: readonly Left[], meant: Meant): Map<number, number> => {
  const wanted = new Map(meant.map(({ itemId, amountCents }) => [itemId, amountCents]))
  const first = items.map(({ id, left }) => Math.min(left, wanted.get(id) ?? 0))
  const rest = amount - first.reduce((sum, part) => sum + part, 0)
  const others = allocateCents(
    rest,
    items.map(({ left }, position) => left - (first[position] ?? 0)),
  )
  return new Map(items.map(({ id }, position) => [id, (first[position] ?? 0) + (others[position] ?? 0)]))
}
