import * as z from 'zod/mini'
import { CentsAmount } from './cents-amount.ts'
import { CouponCode } from './coupons.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { lenient } from './lenient.ts'
import { ORDER_STATUSES } from './order-status.ts'
import { filledText, text } from './text.ts'

/** Stripe accepts no smaller amount. Free orders do not go through Stripe. */
export const LEAST_CHARGE_CENTS = 50

/** The page Stripe returns to, and its query parameter for the transaction. */
export const CHECKOUT_RETURN = { path: '/checkout', parameter: 'transaction' } as const

const QuoteLine = z.object({
  modId: Id,
  title: z.string(),
  priceCents: CentsAmount,
  /** The discount of a sale. */
  saleCents: CentsAmount,
  /** This line's share of the coupon. */
  couponCents: CentsAmount,
  /** The amount charged for it. */
  paysCents: CentsAmount,
  /** Already owned: it has to leave the cart first. */
  isOwned: z.boolean(),
})

/** Why the cart cannot be bought as it is; the message is in the error table. */
export const QUOTE_PROBLEMS = [
  'checkout.cart_empty',
  'checkout.owned',
  'checkout.all_included',
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
  /** Identifies exactly what is shown. Checkout sends it back, and is refused if anything has changed since. */
  quote: z.string(),
  lines: z.array(QuoteLine),
  /** Mods in the cart that Premium includes. They are left out: not ordered and not charged. */
  included: z.array(z.object({ modId: Id, title: z.string() })),
  subtotalCents: CentsAmount,
  saleCents: CentsAmount,
  couponCents: CentsAmount,
  /** "You pay": the amount that will be charged. */
  totalCents: CentsAmount,
  coupon: z.nullable(z.object({ code: z.string(), label: z.string() })),
  /** Why the coupon code takes nothing off. */
  couponProblem: z.nullable(z.enum(COUPON_PROBLEMS)),
  problem: z.nullable(z.enum(QUOTE_PROBLEMS)),
  /** The consents the buyer must give, word for word. */
  consents: z.object({ version: z.string(), delivery: z.string(), withdrawal: z.string() }),
})
export type Quote = z.output<typeof Quote>

const agreed = z.literal(true, 'Please agree to this before you pay.')

const Completion = z.object({ orderNumber: z.string(), status: z.enum(ORDER_STATUSES) })

export const checkoutApi = {
  quote: endpoint({
    method: 'GET',
    path: '/api/checkout/quote',
    summary: 'Price the cart line by line, with an optional coupon',
    access: 'user',
    query: z.strictObject({ coupon: z.optional(text(64)) }),
    response: Quote,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/checkout',
    summary: 'Create the order for a quote and return its payment page; a free order is completed at once',
    access: 'user',
    body: z.strictObject({
      /** An idempotency key that the page creates when it opens: repeated requests create one order. */
      key: text(64, { verbatim: true }).check(z.regex(/^[A-Za-z0-9_-]{16,64}$/)),
      quote: filledText(64),
      coupon: z.optional(CouponCode),
      consents: z.strictObject({ delivery: agreed, withdrawal: agreed }),
    }),
    response: z.object({
      orderNumber: z.string(),
      /** The payment page; null when nothing is left to pay. */
      url: z.nullable(z.string()),
    }),
    errors: [
      ...QUOTE_PROBLEMS,
      ...COUPON_PROBLEMS,
      'checkout.changed',
      'checkout.closed',
      'payments.away',
      'payments.refused',
    ],
  }),
  complete: endpoint({
    method: 'POST',
    path: '/api/purchase/complete',
    summary: 'Check whether a payment has arrived; called by the page that Stripe returns to',
    access: 'user',
    // A customer who pays while the store closes must learn that the payment is safe.
    duringMaintenance: true,
    body: z.strictObject({ transactionId: filledText(255) }),
    response: Completion,
    // An answer without an error means that the payment has arrived.
    reads: lenient(Completion, { status: 'paid' }),
    errors: ['orders.not_found', 'payments.away', 'payments.refused'],
  }),
}
