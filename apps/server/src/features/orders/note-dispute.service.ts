import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { disputes } from '@slipstream/db/tables/payments'
import { book } from '#features/payments/ledger.service.ts'
import type { DisputeFact } from '#features/payments/read-payment.service.ts'
import { restoreItems, revokeItems } from './entitlements.service.ts'
import { noteOnOrder, type OrderNote } from './order-events.service.ts'
import { keptOf, readItems } from './refund-order.service.ts'

/** Whoever read Stripe earlier may write later: what was decided meanwhile is not opened again. */
const NEXT: Record<DisputeFact['state'], readonly DisputeFact['state'][]> = {
  open: ['won', 'lost'],
  lost: ['won'],
  won: [],
}

/**
 * Follows a dispute. The bank takes the money when it opens, so the locker closes then; won, both come back; lost, both
 * stay away. Says which items are now paid twice, because their owner had bought them again meanwhile.
 */
export const noteDispute = async (tx: Tx, orderId: number, fact: DisputeFact): Promise<number[]> => {
  const { id, amountCents, state, reason, openedAt, evidenceDueAt } = fact
  const [before] = await tx.select().from(disputes).where(eq(disputes.id, id))
  if (before && !NEXT[before.state].includes(state)) return []
  const items = await readItems(tx, orderId)
  if (!before) {
    await tx.insert(disputes).values({ id, orderId, state, reason, amountCents, openedAt, evidenceDueAt })
    await book(tx, { orderId, kind: 'dispute', amountCents: -amountCents, stripeId: id, at: openedAt })
    await revokeItems(
      tx,
      items.map((item) => item.id),
      'dispute',
    )
    await note(tx, orderId, 'disputed', fact)
  } else {
    await tx.update(disputes).set({ state, evidenceDueAt }).where(eq(disputes.id, id))
  }
  if (state === 'lost') await note(tx, orderId, 'dispute_lost', fact)
  if (state !== 'won') return []
  await book(tx, { orderId, kind: 'dispute_won', amountCents, stripeId: id, at: openedAt })
  await note(tx, orderId, 'dispute_won', fact)
  return restoreItems(tx, keptOf(items))
}

/** Is the money, or a part of it, with a bank? */
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
