import * as z from 'zod/mini'
import { CentsAmount } from './cents-amount.ts'
import { endpoint } from './endpoint.ts'
import { INVOICE_KINDS } from './invoice-texts.ts'
import { text } from './text.ts'

/** The addressee of invoices, in the buyer's own words. If all fields are empty, only the account's name is shown. */
export const BillingDetails = z.strictObject({
  name: text(120),
  address: text(400, { multiline: true }),
  taxId: text(40),
})
export type BillingDetails = z.output<typeof BillingDetails>

export const InvoiceNumber = text(20).check(z.regex(/^(INV|CN)-\d{4}-\d{6,9}$/))

/** What an invoice or credit note states. It is fixed when the document is issued; later changes do not affect it. */
const InvoiceContent = z.object({
  orderNumber: z.string(),
  /** The day of issue and the day of the payment or refund, in the store's time zone: `November 17, 2026`. */
  issuedOn: z.string(),
  movedOn: z.string(),
  seller: z.object({
    name: z.string(),
    address: z.string(),
    taxId: z.string(),
    email: z.string(),
    /** The seller's tax note; empty for none. */
    taxNote: z.string(),
  }),
  buyer: z.object({
    /** The account's name and address; null after it was deleted. */
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    billing: z.nullable(BillingDetails),
  }),
  lines: z.array(
    z.object({ title: z.string(), priceCents: CentsAmount, discountCents: CentsAmount, amountCents: CentsAmount }),
  ),
  couponCode: z.nullable(z.string()),
  /** As Stripe reports it; null if Stripe did not. */
  payment: z.nullable(z.object({ kind: z.string(), brand: z.nullable(z.string()), last4: z.nullable(z.string()) })),
  /** The document that this one reduces or cancels. */
  refersTo: z.nullable(z.string()),
})
export type InvoiceContent = z.output<typeof InvoiceContent>

export const InvoiceDocument = z.extend(InvoiceContent, {
  number: z.string(),
  kind: z.enum(INVOICE_KINDS),
  issuedAt: z.iso.datetime(),
  amountCents: CentsAmount,
})
export type InvoiceDocument = z.output<typeof InvoiceDocument>

const documentParams = z.strictObject({ number: InvoiceNumber })

export const invoicesApi = {
  pdf: endpoint({
    method: 'GET',
    path: '/api/invoices/:number/pdf',
    summary: 'Download an invoice or credit note of yours as PDF',
    access: 'user',
    owned: true,
    params: documentParams,
    response: z.string(),
    errors: ['invoices.not_found'],
  }),
  adminPdf: endpoint({
    method: 'GET',
    path: '/api/admin/invoices/:number/pdf',
    summary: 'Download a customer’s invoice or credit note as PDF',
    access: 'admin',
    params: documentParams,
    response: z.string(),
    errors: ['invoices.not_found'],
  }),
}
