import { and, eq } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { ledgerEntries } from '@slipstream/db/tables/payments'

type Entry = Pick<typeof ledgerEntries.$inferInsert, 'kind' | 'amountCents' | 'stripeId'> & {
  /** When the money moved at Stripe. */
  at: Date
} & ({ orderId: number } | { subscriptionId: number })

/** Idempotent: Stripe reports the same movement more than once. Returns whether the entry was new. */
export const recordLedgerEntry = async (tx: Tx, entry: Entry): Promise<boolean> => {
  if (entry.amountCents === 0) return false
  const { kind, stripeId } = entry
  // Looked up first, because an insert that conflicts has already drawn an id.
  const isSame = and(eq(ledgerEntries.stripeId, stripeId), eq(ledgerEntries.kind, kind))
  if ((await tx.$count(ledgerEntries, isSame)) > 0) return false
  const booked = await tx.insert(ledgerEntries).values(entry).onConflictDoNothing().returning({ id: ledgerEntries.id })
  return booked.length > 0
}
