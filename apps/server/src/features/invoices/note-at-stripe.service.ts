import { eq } from 'drizzle-orm'
import type { Db } from '@slipstream/db/client'
import { invoices } from '@slipstream/db/tables/invoices'
import { StripeRefusal, type StripeGateway } from '#gateways/stripe.ts'

interface Parts {
  db: Db
  stripe: Pick<StripeGateway, 'noteOnPayment' | 'noteOnRefund'>
}

/**
 * Writes a document's number into the metadata of its payment or refund, where it outlives the database. A job, so that
 * no payment waits for it. Idempotent.
 */
export const noteAtStripe = async ({ db, stripe }: Parts, invoiceId: number) => {
  const [document] = await db.select().from(invoices).where(eq(invoices.id, invoiceId))
  if (!document) return
  const { kind, stripeId, number } = document
  const note = kind === 'invoice' ? stripe.noteOnPayment : stripe.noteOnRefund
  try {
    await note(stripeId, { [kind]: number })
  } catch (error) {
    // Stripe will not take the note later either.
    if (!(error instanceof StripeRefusal)) throw error
  }
}
