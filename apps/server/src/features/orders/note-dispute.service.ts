import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { disputes } from '@slipstream/db/tables/payments'
import { recordLedgerEntry } from '#features/payments/ledger.service.ts'
import type { DisputeFact } from '#features/payments/read-payment.ts'
import { revokeItems } from '#features/entitlements/entitlements.service.ts'
import { fillFromOtherOrders } from './fill-locker.service.ts'
import { notifyOfDispute } from './notify-of-order.service.ts'
import { noteOnOrder, type OrderNote } from './order-events.service.ts'
import { readItems } from './refund-order.service.ts'

/** A stale read of Stripe may arrive late, so a decided dispute is never reopened. */
const NEXT: Record<DisputeFact['state'], readonly DisputeFact['state'][]> = {
  open: ['won', 'lost'],
  lost: ['won'],
  won: [],
}

/**
 * Applies a dispute. The bank takes the money when it opens, so the mods leave the locker then and stay away if it is
 * lost. Returns whether it was just won: the money is back, and the locker is restored unless another dispute is open.
 */
export const noteDispute = async (tx: Tx, orderId: number, fact: DisputeFact): Promise<boolean> => {
  const { id, amountCents, state, reason, openedAt, evidenceDueAt } = fact
  const [before] = await tx.select().from(disputes).where(eq(disputes.id, id))
  if (before && !NEXT[before.state].includes(state)) return false
  if (!before) {
    await tx.insert(disputes).values({ id, orderId, state, reason, amountCents, openedAt, evidenceDueAt })
    await recordLedgerEntry(tx, { orderId, kind: 'dispute', amountCents: -amountCents, stripeId: id, at: openedAt })
    const itemIds = (await readItems(tx, orderId)).map((item) => item.id)
    await fillFromOtherOrders(tx, await revokeItems(tx, itemIds, 'dispute'))
    await note(tx, orderId, 'disputed', fact)
    await notifyOfDispute(tx, orderId, id)
  } else {
    await tx.update(disputes).set({ state, evidenceDueAt }).where(eq(disputes.id, id))
  }
  if (state === 'lost') await note(tx, orderId, 'dispute_lost', fact)
  if (state !== 'won') return false
  await recordLedgerEntry(tx, { orderId, kind: 'dispute_won', amountCents, stripeId: id, at: openedAt })
  await note(tx, orderId, 'dispute_won', fact)
  return true
}

/** Whether a bank holds the money or a part of it. */
export const isDisputed = async (tx: Tx, orderId: number): Promise<boolean> => {
  const [standing] = await tx
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.orderId, orderId), ne(disputes.state, 'won')))
    .limit(1)
  return standing !== undefined
}

const note = (tx: Tx, orderId: number, what: OrderNote['what'], { id, amountCents, reason }: DisputeFact) =>
  noteOnOrder(tx, orderId, { what, detail: { stripeId: id, amountCents, reason } })
