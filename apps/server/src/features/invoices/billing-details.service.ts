import { eq, sql } from 'drizzle-orm'
import type { BillingDetails } from '@slipstream/contract/invoices'
import type { Db, Tx } from '@slipstream/db/client'
import { billingDetails } from '@slipstream/db/tables/invoices'

const NONE: BillingDetails = { name: '', address: '', taxId: '' }

export const readBilling = async (db: Db, userId: number): Promise<BillingDetails> => {
  const [row] = await db
    .select({ name: billingDetails.name, address: billingDetails.address, taxId: billingDetails.taxId })
    .from(billingDetails)
    .where(eq(billingDetails.userId, userId))
  return row ?? NONE
}

/** Applies to invoices that are issued from now on. */
export const saveBilling = async (tx: Tx, userId: number, details: BillingDetails) => {
  if (Object.values(details).every((value) => value === '')) {
    await tx.delete(billingDetails).where(eq(billingDetails.userId, userId))
    return
  }
  await tx
    .insert(billingDetails)
    .values({ userId, ...details })
    .onConflictDoUpdate({ target: billingDetails.userId, set: { ...details, updatedAt: sql`now()` } })
}
