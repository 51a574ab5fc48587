import type Stripe from 'stripe'
import type { NumberSeries } from '@slipstream/contract/number-series'
import type { StripeGateway } from '#gateways/stripe.ts'
import { type NumberPrefix, parseNumber } from '#lib/document-number.ts'
import { highest, type Place, type Places } from './number-series.ts'

const ACCOUNT = /^\d{1,9}$/
const NAMED = { SL: 'orders', INV: 'invoices', CN: 'credit_notes' } as const satisfies Record<
  NumberPrefix,
  NumberSeries
>

/** The highest numbers in the metadata of payment pages, payments and refunds that were created since this time. */
export const numbersAtStripe = async (
  stripe: Pick<StripeGateway, 'sessionPages' | 'refundPages'>,
  since: Date | null,
): Promise<Partial<Places>> => {
  let found: Partial<Places> = {}
  const note = (metadata: Stripe.Metadata | null | undefined) => {
    found = highest([found, ...Object.entries(metadata ?? {}).map(([key, value]) => placeOf(key, value))])
  }
  for await (const page of stripe.sessionPages(since)) {
    for (const { metadata, payment_intent: payment } of page) {
      note(metadata)
      if (payment !== null && typeof payment === 'object') note(payment.metadata)
    }
  }
  for await (const page of stripe.refundPages(since)) for (const { metadata } of page) note(metadata)
  return found
}

const placeOf = (key: string, value: string): Partial<Places> => {
  if (key === 'user') return ACCOUNT.test(value) ? { accounts: { year: 0, place: Number(value) } } : {}
  const number = parseNumber(value)
  if (!number) return {}
  const { prefix, year, place } = number
  const found: Place = { year: prefix === 'SL' ? 0 : year, place }
  return { [NAMED[prefix]]: found }
}
