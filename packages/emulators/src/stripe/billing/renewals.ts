import type Stripe from 'stripe'
import { type Account, idOf } from '../core/account.ts'
import { attempt, cardOnFile, changeStatus, finalize, reflect, voidInvoice } from './billing.ts'
import { changesOf, copied } from '../core/changes.ts'
import { newInvoice } from './invoice-object.ts'
import { periodEnd } from './periods.ts'
import { enterPhase } from './schedule-phases.ts'
import { currentPeriod, endSubscription, subscriptionIdOf } from './subscription-end.ts'
import { intervalOf } from './subscription-object.ts'

const HOUR = 60 * 60
/** How long a first payment may take, including authentication. */
const FIRST_PAYMENT_WITHIN = 23 * HOUR

/** The next scheduled change of the subscription. */
export const subscriptionDue = (subscription: Stripe.Subscription) => {
  const { status, created } = subscription
  if (status === 'incomplete') return created + FIRST_PAYMENT_WITHIN
  return status === 'active' || status === 'past_due' ? currentPeriod(subscription).end : null
}

export const subscriptionHappens = (account: Account, subscription: Stripe.Subscription) => {
  if (subscription.status === 'incomplete') expire(account, subscription)
  else if (subscription.cancel_at !== null) endSubscription(account, subscription)
  else renew(account, subscription)
}

/** The next scheduled change of the invoice. */
export const invoiceDue = ({ status, automatically_finalizes_at, next_payment_attempt }: Stripe.Invoice) => {
  if (status === 'draft') return automatically_finalizes_at
  return status === 'open' ? next_payment_attempt : null
}

/** Finalizes a draft, or attempts to collect an invoice, for the first time or again. */
export const invoiceHappens = (account: Account, invoice: Stripe.Invoice) => {
  if (invoice.status === 'draft') finalize(account, invoice)
  if (invoice.status === 'open') collect(account, invoice)
}

/** Starts the next period. Its invoice stays a draft for an hour, during which the store could add to it. */
const renew = (account: Account, subscription: Stripe.Subscription) => {
  const before = copied(subscription)
  const { start, end } = currentPeriod(subscription)
  enterPhase(account, subscription, end)
  for (const item of subscription.items.data) {
    item.current_period_start = end
    item.current_period_end = periodEnd(subscription.billing_cycle_anchor, intervalOf(item.price), end)
    item.billed_until = item.current_period_end
  }
  const invoice = newInvoice(account, subscription, {
    billing_reason: 'subscription_cycle',
    // The invoice itself has the past period; its lines have the new one.
    period_start: start,
    period_end: end,
    automatically_finalizes_at: account.now() + HOUR,
  })
  subscription.latest_invoice = invoice.id
  account.emit('invoice.created', invoice)
  account.emit('customer.subscription.updated', subscription, changesOf(before, subscription))
}

const collect = (account: Account, invoice: Stripe.Invoice) => {
  const card = cardOnFile(account, invoice)
  const details = account.state.subscriptionDetails[subscriptionIdOf(invoice) ?? '']
  const pay = () => attempt(account, invoice, card, { automatic: true })
  const isOrderedToFail = details?.failNextRenewal === true
  if (details) details.failNextRenewal = false
  reflect(account, invoice, isOrderedToFail ? withDecliningCard(account, card, pay) : pay())
}

/** Makes the bank decline the card for one payment. */
const withDecliningCard = <Result>(account: Account, card: Stripe.PaymentMethod | null, pay: () => Result): Result => {
  const { cards } = account.state
  const behind = cards[card?.id ?? '']
  if (!card || !behind) return pay()
  cards[card.id] = 'pm_card_visa_chargeDeclined'
  try {
    return pay()
  } finally {
    cards[card.id] = behind
  }
}

/** The first payment never arrived. */
const expire = (account: Account, subscription: Stripe.Subscription) => {
  const invoice = account.state.invoices[idOf(subscription.latest_invoice) ?? '']
  if (invoice) voidInvoice(account, invoice)
  subscription.ended_at = account.now()
  changeStatus(account, subscription, 'incomplete_expired')
}
