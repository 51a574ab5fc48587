import type { Db } from '@slipstream/db/client'
import type { StripeGateway } from '#gateways/stripe.ts'
import type { JobHandlers } from '#lib/jobs/jobs.ts'
import { noteAtStripe } from './note-at-stripe.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'invoices.note_at_stripe': { invoiceId: number }
  }
}

export const invoiceJobs = (parts: { db: Db; stripe: StripeGateway }): JobHandlers<'invoices.note_at_stripe'> => ({
  'invoices.note_at_stripe': ({ invoiceId }) => noteAtStripe(parts, invoiceId),
})
