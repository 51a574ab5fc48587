/** The words of invoices, for the page and the PDF. In a file without schemas, so that pages need not load them. */

export const INVOICE_KINDS = ['invoice', 'credit_note', 'cancellation'] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

/** Invoices and credit notes are numbered separately. The cancellation of a credit note counts as a credit note. */
export const INVOICE_SERIES: Record<InvoiceKind, 'INV' | 'CN'> = {
  invoice: 'INV',
  credit_note: 'CN',
  cancellation: 'CN',
}

export const INVOICE_TITLES: Record<InvoiceKind, string> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  cancellation: 'Cancellation of a credit note',
}

export const INVOICE_TOTALS: Record<InvoiceKind, string> = {
  invoice: 'Paid',
  credit_note: 'Refunded',
  cancellation: 'Not refunded',
}

/** Printed if the seller has not set a tax note. The store computes no tax. */
const NO_TAX_NOTE = 'No tax is shown separately.'

export const taxLine = (taxNote: string) => (taxNote === '' ? NO_TAX_NOTE : taxNote)

const BRANDS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  cartes_bancaires: 'Cartes Bancaires',
}

const spell = (name: string) => {
  const words = name.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

interface Payment {
  kind: string
  brand: string | null
  last4: string | null
}

/** "Visa ending in 4242". Nothing is guessed: null if Stripe did not say how it was paid. */
export const paymentText = (payment: Payment | null): string | null => {
  if (payment === null) return null
  const { kind, brand, last4 } = payment
  const name = brand === null ? spell(kind) : (BRANDS[brand] ?? spell(brand))
  return last4 === null ? name : `${name} ending in ${last4}`
}
