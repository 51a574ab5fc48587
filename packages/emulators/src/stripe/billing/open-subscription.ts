import type Stripe from 'stripe'
import { type Account, idOf } from '../core/account.ts'
import { attempt, finalize, intentOf, type Outcome, withdrawInvoice } from './billing.ts'
import { inTimeOf } from './customer-clock.ts'
import { StripeFailure } from '../core/failure.ts'
import { holdEvents } from '../webhooks/held-events.ts'
import { newInvoice } from './invoice-object.ts'
import { attach } from '../resources/payment-methods.ts'
import { cancelAtPeriodEnd } from './subscription-end.ts'
import { newSubscription, type SubscriptionOrder } from './subscription-object.ts'

interface FirstPayment {
  paymentMethod: Stripe.PaymentMethod | null
  authenticated?: boolean
  /** Waits for the client to confirm the payment instead of charging the card. */
  later?: boolean
  /** Discards the subscription if its first payment fails. */
  orNothing?: boolean
  cancelAtPeriodEnd?: boolean | undefined
}

interface Opened {
  subscription: Stripe.Subscription
  invoice: Stripe.Invoice
  intent: Stripe.PaymentIntent | null
  outcome: Outcome
}

/** Starts a subscription. Its first invoice is finalized at once and usually paid at once. */
export const openSubscription = (account: Account, order: SubscriptionOrder, first: FirstPayment): Opened =>
  inTimeOf(account, order.customer.id, () => {
    const subscription = newSubscription(account, order)
    // Stripe sends the subscription's event first, but with the payment's result.
    const { result, tell } = holdEvents(account, () => invoiceFirst(account, subscription, first))
    const { invoice, outcome } = result
    const opened = { subscription, invoice, intent: intentOf(account, invoice) ?? null, outcome }
    if (outcome.kind !== 'paid' && first.orNothing) {
      withdraw(account, opened)
      if (outcome.kind === 'failed') tell((type) => !type.startsWith('invoice'))
      return opened
    }
    if (outcome.kind === 'paid') subscription.status = 'active'
    if (first.cancelAtPeriodEnd) cancelAtPeriodEnd(account, subscription, { byFlag: true })
    account.emit('customer.subscription.created', subscription)
    tell()
    return opened
  })

const invoiceFirst = (account: Account, subscription: Stripe.Subscription, first: FirstPayment) => {
  const now = account.now()
  const invoice = newInvoice(account, subscription, {
    billing_reason: 'subscription_create',
    period_start: now,
    period_end: now,
    automatically_finalizes_at: null,
  })
  subscription.latest_invoice = invoice.id
  account.emit('invoice.created', invoice)
  finalize(account, invoice)
  return { invoice, outcome: payFirst(account, subscription, invoice, first) }
}

const payFirst = (
  account: Account,
  { customer }: Stripe.Subscription,
  invoice: Stripe.Invoice,
  { paymentMethod, authenticated = false, later = false }: FirstPayment,
): Outcome => {
  if (later && invoice.status === 'open') return { kind: 'needs action' }
  const outcome: Outcome =
    invoice.status === 'paid' ? { kind: 'paid' } : attempt(account, invoice, paymentMethod, { authenticated })
  if (outcome.kind !== 'paid' || paymentMethod?.customer !== null) return outcome
  try {
    attach(account, paymentMethod, idOf(customer) ?? '')
    return outcome
  } catch (error) {
    // A first invoice of zero involves no bank, but saving the card for the next invoice does.
    if (error instanceof StripeFailure) return { kind: 'failed', failure: error }
    throw error
  }
}

/** Removes the subscription and everything created with it. */
const withdraw = (account: Account, { subscription, invoice, outcome }: Opened) => {
  const { state } = account
  withdrawInvoice(account, invoice, outcome)
  delete state.subscriptions[subscription.id]
  delete state.subscriptionDetails[subscription.id]
}
