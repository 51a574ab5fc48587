import * as z from 'zod/mini'
import { CentsAmount } from './cents-amount.ts'
import { CouponCode } from './coupons.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { ORDER_STATUSES } from './order-status.ts'
import { filledText, text } from './text.ts'

/** The card provider takes nothing below; what costs nothing does not go there. */
export const LEAST_CHARGE_CENTS = 50

/** The page that the payment leads back to, and the name under which it finds the transaction in its address. */
export const CHECKOUT_RETURN = { path: '/checkout', parameter: 'transaction' } as const

export const QuoteLine = z.object({
  modId: Id,
  title: z.string(),
  priceCents: CentsAmount,
  /** What a sale takes off. */
  saleCents: CentsAmount,
  /** This line's share of the coupon. */
  couponCents: CentsAmount,
  /** What is paid for it. */
  paysCents: CentsAmount,
  /** Cannot be bought again: has to leave the cart first. */
  isOwned: z.boolean(),
})
export type QuoteLine = z.output<typeof QuoteLine>

/** Why it cannot be bought as it is; the sentence for it is in the table of errors. */
export const QUOTE_PROBLEMS = [
  'checkout.cart_empty',
  'checkout.owned',
  'checkout.too_small',
  'checkout.email_needed',
] as const

export const COUPON_PROBLEMS = [
  'coupon.unknown',
  'coupon.over',
  'coupon.used_up',
  'coupon.used_by_you',
  'coupon.too_many_guesses',
] as const

export const Quote = z.object({
  /** Names exactly what is shown here. Buying sends it back: if anything has changed since, nothing is bought. */
  quote: z.string(),
  lines: z.array(QuoteLine),
  subtotalCents: CentsAmount,
  saleCents: CentsAmount,
  couponCents: CentsAmount,
  /** "You pay": what will be charged. */
  totalCents: CentsAmount,
  coupon: z.nullable(z.object({ code: z.string(), label: z.string() })),
  /** Why the code that was typed takes nothing off. */
  couponProblem: z.nullable(z.enum(COUPON_PROBLEMS)),
  problem: z.nullable(z.enum(QUOTE_PROBLEMS)),
  /** What the buyer has to agree to, word by word. */
  consents: z.object({ version: z.string(), delivery: z.string(), withdrawal: z.string() }),
})
export type Quote = z.output<typeof Quote>

const agreed = z.literal(true, 'Please agree to this before you pay.')

export const checkoutApi = {
  quote: endpoint({
    method: 'GET',
    path: '/api/checkout/quote',
    summary: 'What the cart costs now, line by line, with a coupon if one is given',
    access: 'user',
    query: z.strictObject({ coupon: z.optional(text(64)) }),
    response: Quote,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/checkout',
    summary: 'Makes the order of the quote and says where it is paid; what costs nothing is bought at once',
    access: 'user',
    body: z.strictObject({
      /** Made by the page when it opens: however often it is sent, it makes one order. */
      key: text(64, { verbatim: true }).check(z.regex(/^[A-Za-z0-9_-]{16,64}$/)),
      quote: filledText(64),
      coupon: z.optional(CouponCode),
      consents: z.strictObject({ delivery: agreed, withdrawal: agreed }),
    }),
    response: z.object({
      orderNumber: z.string(),
      /** Where the order is paid; null when nothing is left to pay. */
      url: z.nullable(z.string()),
    }),
    errors: [
      'checkout.cart_empty',
      'checkout.owned',
      'checkout.too_small',
      'checkout.email_needed',
      'checkout.changed',
      'checkout.closed',
      'coupon.unknown',
      'coupon.too_many_guesses',
      'payments.away',
    ],
  }),
  complete: endpoint({
    method: 'POST',
    path: '/api/purchase/complete',
    summary: 'Looks whether a payment has arrived, as the page does that the payment leads back to',
    access: 'user',
    body: z.strictObject({ transactionId: filledText(255) }),
    response: z.object({ orderNumber: z.string(), status: z.enum(ORDER_STATUSES) }),
    errors: ['orders.not_found', 'payments.away', 'request.too_many'],
  }),
}
