import * as z from 'zod/mini'
import { CentsAmount } from './cents-amount.ts'
import { endpoint } from './endpoint.ts'
import { Id, WideId } from './id.ts'
import { integer } from './number.ts'
import { emailAddress, filledText } from './text.ts'

/** The page Stripe returns to, and its query parameter for the transaction. */
export const SUBSCRIBE_RETURN = { path: '/subscribe', parameter: 'transaction' } as const
/** A mailed cancellation link has its secret in the fragment, which never reaches a server: `/subscribe#cancel=…`. */
export const CANCEL_LINK = { path: '/subscribe', fragment: 'cancel' } as const

const Terms = z.object({ planId: Id, planName: z.string(), amountCents: CentsAmount, interval: z.string() })

/** The terms of a plan change, as calculated by Stripe. The page sends `quote` back to confirm it. */
export const ChangeQuote = z.object({
  quote: z.string(),
  plan: Terms,
  /**
   * An upgrade begins and is paid now. Every other plan begins with the next period, and nothing is due before that.
   */
  timing: z.enum(['now', 'period_end']),
  /** What is charged at once, after the credit. */
  dueCents: CentsAmount,
  /** The credit for the unused time of the current plan. */
  creditCents: CentsAmount,
  /** When the plan is next charged in full. */
  renewsAt: z.iso.datetime(),
})
export type ChangeQuote = z.output<typeof ChangeQuote>

const Invoice = z.object({
  id: WideId,
  number: z.nullable(z.string()),
  issuedAt: z.iso.datetime(),
  amountCents: CentsAmount,
  refundedCents: CentsAmount,
  status: z.enum(['open', 'paid', 'void', 'uncollectible']),
  /** Stripe's page with the invoice; an open one is paid there. */
  url: z.nullable(z.string()),
})

export const MY_STATES = ['active', 'ending', 'past_due', 'ended'] as const

/** A person's running subscription, or the last one that ended. */
export const MySubscription = z.object({
  ...Terms.shape,
  state: z.enum(MY_STATES),
  startedAt: z.iso.datetime(),
  /** When the next payment is due; null if it does not renew. */
  renewsAt: z.nullable(z.iso.datetime()),
  /** When access ends unless it renews: the end of the period or of the grace period, or when it already ended. */
  endsAt: z.nullable(z.iso.datetime()),
  cancelAtPeriodEnd: z.boolean(),
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** The plan that was chosen for the next renewal, if it differs. */
  nextPlan: z.nullable(Terms),
  /** The state of a plan change: not yet sent to Stripe, planned there, or being withdrawn. */
  change: z.nullable(z.enum(['requested', 'planned', 'withdrawing'])),
  /** A failed renewal: when Stripe retries it, and where it can be paid at once. */
  openInvoice: z.nullable(
    z.object({ amountCents: CentsAmount, nextAttemptAt: z.nullable(z.iso.datetime()), url: z.nullable(z.string()) }),
  ),
  /** Newest first. */
  invoices: z.array(Invoice),
  /** Until when the page offers a full refund; null if it does not. */
  refundableUntil: z.nullable(z.iso.datetime()),
  refundableCents: CentsAmount,
})
export type MySubscription = z.output<typeof MySubscription>

/** Why people leave. Asked after canceling, and optional; Stripe's own list. */
export const CANCEL_FEEDBACK = [
  'too_expensive',
  'missing_features',
  'switched_service',
  'unused',
  'customer_service',
  'too_complex',
  'low_quality',
  'other',
] as const

const STRIPE_ERRORS = ['payments.away', 'payments.refused'] as const

/** Premium as its subscriber sees it. */
export const mySubscriptionApi = {
  mine: endpoint({
    method: 'GET',
    path: '/api/subscription/mine',
    summary: 'The running subscription, or the last one; null if there was none',
    access: 'user',
    response: z.nullable(MySubscription),
  }),
  guarantee: endpoint({
    method: 'GET',
    path: '/api/subscription/guarantee',
    summary: 'Whether you have used the money-back guarantee, also with an earlier account',
    access: 'user',
    response: z.object({ isUsed: z.boolean() }),
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/subscription/start',
    summary: 'Opens the payment page for a plan. Asked again, also in another tab, it returns the same page',
    access: 'user',
    body: z.strictObject({
      planId: Id,
      /** The price that the page has shown. If the plan's price has changed since, nothing is bought. */
      shownCents: integer(0),
    }),
    response: z.object({ url: z.string() }),
    errors: [
      'plan.not_found',
      'subscriptions.not_sold',
      'subscriptions.price_changed',
      'subscriptions.already',
      'checkout.email_needed',
      ...STRIPE_ERRORS,
    ],
  }),
  complete: endpoint({
    method: 'POST',
    path: '/api/subscription/complete',
    summary: 'Checks whether a payment has arrived; called by the page that Stripe returns to',
    access: 'user',
    duringMaintenance: true,
    body: z.strictObject({ transactionId: filledText(255) }),
    response: z.object({ isActive: z.boolean(), subscription: z.nullable(MySubscription) }),
    errors: ['subscriptions.none', ...STRIPE_ERRORS],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/subscription/cancel',
    summary: 'Cancels at the end of the paid period; while a renewal is failing, at once. Repeatable, with a reason',
    access: 'user',
    duringMaintenance: true,
    body: z.strictObject({ feedback: z.optional(z.enum(CANCEL_FEEDBACK)) }),
    response: z.nullable(MySubscription),
    errors: ['subscriptions.none', ...STRIPE_ERRORS],
  }),
  resume: endpoint({
    method: 'POST',
    path: '/api/subscription/resume',
    summary: 'Takes a cancellation back before the period ends',
    access: 'user',
    response: z.nullable(MySubscription),
    errors: ['subscriptions.none', 'subscriptions.ended', ...STRIPE_ERRORS],
  }),
  quoteChange: endpoint({
    method: 'POST',
    path: '/api/subscription/change/quote',
    summary:
      'Calculates a change to another plan. Nothing changes until the quote is confirmed; a newer quote replaces it',
    access: 'user',
    body: z.strictObject({ planId: Id }),
    response: ChangeQuote,
    errors: [
      'plan.not_found',
      'subscriptions.not_sold',
      'subscriptions.price_changed',
      'subscriptions.none',
      'subscriptions.same_plan',
      'subscriptions.not_changeable',
      'subscriptions.change_open',
      ...STRIPE_ERRORS,
    ],
  }),
  change: endpoint({
    method: 'POST',
    path: '/api/subscription/change',
    summary: 'Confirms a quote: the plan changes now or with the next period. Repeatable, and charged only as quoted',
    access: 'user',
    body: z.strictObject({ quote: filledText(36) }),
    response: z.nullable(MySubscription),
    errors: [
      'plan.not_found',
      'subscriptions.not_sold',
      'subscriptions.price_changed',
      'subscriptions.none',
      'subscriptions.not_changeable',
      'subscriptions.change_open',
      'subscriptions.quote_over',
      'subscriptions.card_declined',
      ...STRIPE_ERRORS,
    ],
  }),
  withdrawChange: endpoint({
    method: 'POST',
    path: '/api/subscription/change/withdraw',
    summary: 'Takes a planned change back, so the current plan renews. Repeatable',
    access: 'user',
    response: z.nullable(MySubscription),
    errors: ['subscriptions.none', 'subscriptions.change_open', ...STRIPE_ERRORS],
  }),
  portal: endpoint({
    method: 'POST',
    path: '/api/subscription/portal',
    summary: 'Opens Stripe’s page for another card, which also pays an open invoice',
    access: 'user',
    response: z.object({ url: z.string() }),
    errors: ['subscriptions.none', ...STRIPE_ERRORS],
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/subscription/refund',
    summary: 'Refunds all payments of the subscription and ends it if it runs; in the first 30 days, once per person',
    access: 'user',
    response: z.nullable(MySubscription),
    errors: [
      'subscriptions.none',
      'subscriptions.refund_over',
      'subscriptions.refunded_before',
      'subscriptions.nothing_to_refund',
      ...STRIPE_ERRORS,
    ],
  }),
  mailCancelLink: endpoint({
    method: 'POST',
    path: '/api/subscription/cancel-link',
    summary: 'Mails a link that cancels without signing in. The answer is the same for every address',
    access: 'public',
    duringMaintenance: true,
    body: z.strictObject({ email: emailAddress() }),
    response: z.null(),
  }),
  cancelByLink: endpoint({
    method: 'POST',
    path: '/api/subscription/cancel-by-link',
    summary: 'Cancels the subscription that a mailed link belongs to',
    access: 'public',
    duringMaintenance: true,
    body: z.strictObject({ token: filledText(255) }),
    response: z.object({ endsAt: z.nullable(z.iso.datetime()) }),
    errors: ['auth.link_expired', 'subscriptions.none', ...STRIPE_ERRORS],
  }),
}
