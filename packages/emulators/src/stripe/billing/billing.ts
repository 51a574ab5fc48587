import type Stripe from 'stripe'
import { type Account, idOf } from '../core/account.ts'
import { inTimeOf } from './customer-clock.ts'
import { invalidRequest, StripeFailure } from '../core/failure.ts'
import { newId } from '../core/ids.ts'
import { cancelIntent, confirmPayment, newPaymentIntent } from '../resources/payment-intents.ts'
import { endSubscription, isLive, stopCollecting, subscriptionIdOf } from './subscription-end.ts'

const DAY = 24 * 60 * 60
/**
 * A setting of the account: a failed renewal is retried 3, 5 and then 7 days after the previous attempt, and then
 * abandoned.
 */
const RETRY_AFTER_DAYS = [3, 5, 7]

/** The result of an attempt to collect an invoice. */
export type Outcome = { kind: 'paid' } | { kind: 'needs action' } | { kind: 'failed'; failure: StripeFailure | null }

/** Finalizes a draft. An invoice of zero is paid at once. */
export const finalize = (account: Account, invoice: Stripe.Invoice) => {
  const now = account.now()
  account.state.invoicesNumbered += 1
  Object.assign(invoice, {
    status: 'open',
    automatically_finalizes_at: null,
    effective_at: now,
    ending_balance: 0,
    hosted_invoice_url: `${account.address}/invoice/${invoice.id}`,
    invoice_pdf: `${account.address}/invoice/${invoice.id}`,
    number: `EMU-${String(account.state.invoicesNumbered).padStart(4, '0')}`,
  })
  invoice.status_transitions.finalized_at = now
  account.emit('invoice.finalized', invoice)
  if (invoice.amount_due === 0) notePaid(account, invoice)
  else expectPayment(account, invoice)
}

const expectPayment = (account: Account, invoice: Stripe.Invoice) => {
  const { id, amount_due, currency, customer, billing_reason } = invoice
  const intent = newPaymentIntent(account, {
    amount: amount_due,
    currency,
    customer: idOf(customer),
    description: billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    setup_future_usage: 'off_session',
  })
  const payment: Stripe.InvoicePayment = {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: amount_due,
    created: account.now(),
    currency,
    invoice: id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  }
  account.state.invoicePayments[payment.id] = payment
}

const paymentOf = (account: Account, invoice: Stripe.Invoice) =>
  Object.values(account.state.invoicePayments).find((payment) => payment.invoice === invoice.id)

export const intentOf = (account: Account, invoice: Stripe.Invoice) =>
  account.state.paymentIntents[idOf(paymentOf(account, invoice)?.payment.payment_intent) ?? '']

/** One attempt to pay the invoice. The caller applies the result to the subscription. */
export const attempt = (
  account: Account,
  invoice: Stripe.Invoice,
  paymentMethod: Stripe.PaymentMethod | null,
  { automatic = false, authenticated = false }: { automatic?: boolean; authenticated?: boolean } = {},
): Outcome => {
  const intent = intentOf(account, invoice)
  if (!intent) throw new Error(`The invoice ${invoice.id} has no payment.`)
  invoice.attempted = true
  // Stripe counts the first attempt, then only the retries of its own schedule.
  if (automatic || invoice.attempt_count === 0) {
    invoice.attempt_count += 1
    invoice.next_payment_attempt = nextAttempt(account, invoice)
  }
  const outcome = charge(account, intent, paymentMethod, authenticated)
  if (outcome.kind === 'paid') notePaid(account, invoice)
  if (outcome.kind === 'failed') account.emit('invoice.payment_failed', invoice)
  if (outcome.kind === 'needs action') account.emit('invoice.payment_action_required', invoice)
  return outcome
}

const charge = (
  account: Account,
  intent: Stripe.PaymentIntent,
  paymentMethod: Stripe.PaymentMethod | null,
  authenticated: boolean,
): Outcome => {
  if (!paymentMethod) return { kind: 'failed', failure: null }
  try {
    const { status } = confirmPayment(account, intent, paymentMethod, { authenticated })
    return { kind: status === 'succeeded' ? 'paid' : 'needs action' }
  } catch (error) {
    if (error instanceof StripeFailure && error.status === 402) return { kind: 'failed', failure: error }
    throw error
  }
}

const nextAttempt = (account: Account, { billing_reason, attempt_count }: Stripe.Invoice) => {
  const days = billing_reason === 'subscription_cycle' ? RETRY_AFTER_DAYS[attempt_count - 1] : undefined
  return days === undefined ? null : account.now() + days * DAY
}

const notePaid = (account: Account, invoice: Stripe.Invoice) => {
  const now = account.now()
  stopCollecting(invoice)
  Object.assign(invoice, {
    status: 'paid',
    attempted: true,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
  })
  invoice.status_transitions.paid_at = now
  const payment = paymentOf(account, invoice)
  if (payment) {
    Object.assign(payment, { status: 'paid', amount_paid: invoice.amount_due })
    payment.status_transitions.paid_at = now
  }
  account.emit('invoice.paid', invoice)
  account.emit('invoice.payment_succeeded', invoice)
  if (payment) account.emit('invoice_payment.paid', payment)
}

/**
 * Applies a payment or its failure to the subscription. Only the latest invoice changes the status, but any renewal
 * that is not retried again ends the subscription.
 */
export const reflect = (account: Account, invoice: Stripe.Invoice, outcome: Outcome) => {
  const subscription = account.state.subscriptions[subscriptionIdOf(invoice) ?? '']
  if (!subscription || !isLive(subscription)) return
  const isLatest = subscription.latest_invoice === invoice.id
  if (isLatest && outcome.kind === 'paid') changeStatus(account, subscription, 'active')
  if (invoice.billing_reason !== 'subscription_cycle' || outcome.kind === 'paid') return
  if (isLatest) changeStatus(account, subscription, 'past_due')
  if (invoice.next_payment_attempt === null) endSubscription(account, subscription, { reason: 'payment_failed' })
}

export const changeStatus = (
  account: Account,
  subscription: Stripe.Subscription,
  status: Stripe.Subscription.Status,
) => {
  const { status: before } = subscription
  if (before === status) return
  subscription.status = status
  account.emit('customer.subscription.updated', subscription, { status: before })
}

/** Settles the invoice of a payment that was confirmed directly. */
export const notePaidBy = (account: Account, intent: Stripe.PaymentIntent) => {
  const payment = Object.values(account.state.invoicePayments).find(
    ({ payment: { payment_intent } }) => payment_intent === intent.id,
  )
  const invoice = account.state.invoices[idOf(payment?.invoice) ?? '']
  if (invoice?.status !== 'open') return
  inTimeOf(account, idOf(invoice.customer) ?? '', () => {
    notePaid(account, invoice)
    reflect(account, invoice, { kind: 'paid' })
  })
}

/** Voids the invoice, so that it is no longer due. */
export const voidInvoice = (account: Account, invoice: Stripe.Invoice) => {
  const now = account.now()
  stopCollecting(invoice)
  invoice.status = 'void'
  invoice.status_transitions.voided_at = now
  const payment = paymentOf(account, invoice)
  const intent = intentOf(account, invoice)
  if (payment) {
    payment.status = 'canceled'
    payment.status_transitions.canceled_at = now
  }
  if (intent) cancelIntent(account, intent, 'void_invoice')
  account.emit('invoice.voided', invoice)
}

export const noCard = () =>
  invalidRequest(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
    { code: 'resource_missing' },
  )

/** The error of a call that fails unless the payment succeeds. */
export const failureOf = (outcome: Outcome) => {
  if (outcome.kind === 'failed') return outcome.failure ?? noCard()
  return new StripeFailure(402, {
    type: 'card_error',
    code: 'subscription_payment_intent_requires_action',
    message: 'Payment for this subscription requires additional user action before it can be completed successfully.',
  })
}

/** Removes the invoice. A payment that was declined remains. */
export const withdrawInvoice = (account: Account, invoice: Stripe.Invoice, outcome: Outcome) => {
  const { state } = account
  const payment = paymentOf(account, invoice)
  const intent = intentOf(account, invoice)
  if (payment) delete state.invoicePayments[payment.id]
  if (intent && outcome.kind === 'needs action') delete state.paymentIntents[intent.id]
  delete state.invoices[invoice.id]
  state.invoicesNumbered -= 1
}

/** The default card: the subscription's, or else the customer's. */
export const cardOnFile = (account: Account, invoice: Stripe.Invoice): Stripe.PaymentMethod | null => {
  const customer = account.state.customers[idOf(invoice.customer) ?? '']
  if (!customer || customer.deleted) return null
  const subscription = account.state.subscriptions[subscriptionIdOf(invoice) ?? '']
  return defaultCard(account, customer, idOf(subscription?.default_payment_method))
}

/** The preferred card, or else the customer's default. A card that was detached meanwhile does not count. */
export const defaultCard = (account: Account, customer: Stripe.Customer, preferred: string | null) => {
  const wanted = [preferred, idOf(customer.invoice_settings.default_payment_method)]
  const cards = wanted.map((id) => account.state.paymentMethods[id ?? ''])
  return cards.find((card) => card?.customer === customer.id) ?? null
}
