import type Stripe from 'stripe'
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '@slipstream/contract/subscription-status'
import { type DisputeFact, dateOf, disputesOf, type RefundFact, refundsOf } from '#features/payments/read-payment.ts'
import type { StripeGateway } from '#gateways/stripe.ts'

const INVOICE_STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const
type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

export interface PaymentFact {
  paymentIntentId: string
  amountCents: number
  at: Date
  refunds: RefundFact[]
  disputes: DisputeFact[]
}

export interface InvoiceFact {
  stripeId: string
  number: string | null
  status: InvoiceStatus
  amountCents: number
  /** Stripe's billing reason: a start, a renewal or a change. */
  reason: string
  /** The price it bills, which may not be one of ours. */
  priceId: string | null
  periodStart: Date
  periodEnd: Date
  issuedAt: Date
  paidAt: Date | null
  attempts: number
  nextAttemptAt: Date | null
  url: string | null
  /** Null until something is paid, and for an invoice of zero. */
  payment: PaymentFact | null
}

/** A schedule at Stripe that changes the price of a subscription later. */
interface ScheduleFact {
  id: string
  /** The key of our decision; null if the schedule was not created by the store. */
  change: string | null
  /** The price it changes to; null if no further change is planned. */
  nextPriceId: string | null
}

interface CardFact {
  id: string
  brand: string | null
  last4: string | null
  fingerprint: string | null
}

/** Stripe's current view of a subscription. The only basis on which Premium is granted. */
export interface SubscriptionFacts {
  stripeId: string
  customerId: string
  reference: string
  isOfThisMode: boolean
  status: SubscriptionStatus
  /** The price of the next invoice. */
  priceId: string | null
  schedule: ScheduleFact | null
  endsAt: Date | null
  endedAt: Date | null
  /** The card that Stripe charges for this subscription. */
  card: CardFact | null
  /** A newer card of the customer that the subscription does not use yet. */
  newCardId: string | null
  /** Newest first. */
  invoices: InvoiceFact[]
  /** Ids of the drafts that Stripe will finalize and charge by itself. */
  dueDrafts: string[]
}

const UNPAID = new Set<SubscriptionStatus>(['incomplete', 'past_due', 'unpaid'])

/** A renewal has the first reason, or the second if a planned change also changes the interval. */
const RENEWALS = new Set(['subscription_cycle', 'subscription_update'])

/**
 * Whether the running period is not paid. Stripe calls a subscription active for an hour after its renewal, while the
 * invoice is a draft.
 */
export const isUnpaid = ({
  status,
  invoices,
}: Pick<SubscriptionFacts, 'status'> & { invoices: readonly InvoiceFact[] }) =>
  UNPAID.has(status) ||
  invoices.some((one) => RENEWALS.has(one.reason) && (one.status === 'draft' || one.status === 'open'))

/** Whether a renewal was paid when the subscription had already ended. */
export const isPaidLate = ({ paidAt, reason }: InvoiceFact, { endedAt }: Pick<SubscriptionFacts, 'endedAt'>) =>
  reason !== 'subscription_create' && paidAt !== null && endedAt !== null && paidAt >= endedAt

/** Whether a change of the plan was paid after the decision to end the subscription at once. */
export const isChangeTooLate = (
  { reason }: InvoiceFact,
  { endRequested, endReason }: { endRequested: string | null; endReason: string | null },
) => reason === 'subscription_update' && endRequested === 'now' && endReason !== 'unpaid'

/** Null if Stripe has no such subscription. */
export const readSubscription = async (stripe: StripeGateway, id: string): Promise<SubscriptionFacts | null> => {
  const subscription = await stripe.readSubscription(id)
  if (!subscription) return null
  const { customer, items, status, metadata, livemode } = subscription
  const customerId = idOf(customer)
  const charges = await stripe.listCharges(customerId)
  const invoices = await stripe.listInvoices(id)
  const customerCard = typeof customer === 'object' && !customer.deleted ? customer.invoice_settings : null
  const card = cardOf(subscription.default_payment_method)
  const newCardId = idOf(customerCard?.default_payment_method)
  return {
    stripeId: id,
    customerId,
    reference: metadata.subscription ?? '',
    isOfThisMode: livemode === stripe.isLive,
    status: known(SUBSCRIPTION_STATUSES, status),
    priceId: items.data[0]?.price.id ?? null,
    schedule: scheduleOf(subscription.schedule),
    endsAt: dateOrNull(subscription.cancel_at),
    endedAt: dateOrNull(subscription.ended_at),
    card,
    newCardId: newCardId === '' || newCardId === card?.id ? null : newCardId,
    invoices: await Promise.all(invoices.map((invoice) => toInvoice(stripe, invoice, charges))),
    dueDrafts: invoices.filter((one) => one.status === 'draft' && one.auto_advance !== false).map((one) => one.id),
  }
}

const toInvoice = async (
  stripe: StripeGateway,
  invoice: Stripe.Invoice,
  charges: readonly Stripe.Charge[],
): Promise<InvoiceFact> => {
  const lines = invoice.lines.data
  const paidAt = dateOrNull(invoice.status_transitions.paid_at)
  return {
    stripeId: invoice.id,
    number: invoice.number,
    status: known(INVOICE_STATUSES, invoice.status ?? 'draft'),
    amountCents: invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due,
    reason: invoice.billing_reason ?? '',
    // A change of the plan also has a line with the credit for the old price.
    priceId: (lines.findLast(({ amount }) => amount >= 0)?.pricing?.price_details?.price ?? null) as string | null,
    // The invoice's own period is the past one; its lines have the period that it pays for.
    periodStart: dateOf(Math.min(...lines.map(({ period }) => period.start))),
    periodEnd: dateOf(Math.max(...lines.map(({ period }) => period.end))),
    issuedAt: dateOf(invoice.created),
    paidAt,
    attempts: invoice.attempt_count,
    nextAttemptAt: dateOrNull(invoice.next_payment_attempt),
    url: invoice.hosted_invoice_url ?? null,
    payment: await paymentOf(stripe, invoice, charges),
  }
}

const paymentOf = async (
  stripe: StripeGateway,
  invoice: Stripe.Invoice,
  charges: readonly Stripe.Charge[],
): Promise<PaymentFact | null> => {
  const intents = new Set((invoice.payments?.data ?? []).map(({ payment }) => idOf(payment.payment_intent)))
  const charge = charges.find(({ paid, payment_intent }) => paid && intents.has(idOf(payment_intent)))
  if (!charge) return null
  const paymentIntentId = idOf(charge.payment_intent)
  return {
    paymentIntentId,
    amountCents: charge.amount_captured,
    at: dateOf(charge.created),
    refunds: await refundsOf(stripe, paymentIntentId, charge),
    disputes: charge.disputed ? await disputesOf(stripe, paymentIntentId) : [],
  }
}

/** An unknown value could mean anything, so reading fails instead of granting or revoking something because of it. */
const known = <Word extends string>(words: readonly Word[], word: string): Word => {
  const found = words.find((one) => one === word)
  if (found === undefined) throw new Error(`Stripe says "${word}", which the store does not know`)
  return found
}

const cardOf = (method: Stripe.Subscription['default_payment_method']): CardFact | null => {
  if (method === null || typeof method === 'string') return null
  const { brand = null, last4 = null, fingerprint = null } = method.card ?? {}
  return { id: method.id, brand, last4, fingerprint }
}

const scheduleOf = (schedule: Stripe.Subscription['schedule']): ScheduleFact | null => {
  if (schedule === null || typeof schedule === 'string') return null
  const { id, metadata, phases, current_phase: current } = schedule
  const next = phases.find(({ start_date }) => current !== null && start_date >= current.end_date)
  return { id, change: metadata?.change ?? null, nextPriceId: idOf(next?.items[0]?.price) || null }
}

const idOf = (value: string | { id: string } | null | undefined) =>
  typeof value === 'string' ? value : (value?.id ?? '')

const dateOrNull = (seconds: number | null) => (seconds === null ? null : dateOf(seconds))
