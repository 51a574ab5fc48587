import type Stripe from 'stripe'
import { type Account, idOf } from '../core/account.ts'
import { changesOf } from '../core/changes.ts'
import { StripeFailure } from '../core/failure.ts'
import { setDefault } from '../resources/customers.ts'
import { payInvoice } from '../resources/invoices.ts'
import { attach } from '../resources/payment-methods.ts'
import { cancelAtPeriodEnd, endSubscription, isLive, keepSubscription, subscriptionIdOf } from './subscription-end.ts'

export const subscriptionsOf = (account: Account, customer: string) =>
  Object.values(account.state.subscriptions).filter(
    (subscription) => idOf(subscription.customer) === customer && isLive(subscription),
  )

/** Cancels the subscription as the portal's configuration requires. */
export const cancelByPortal = (
  account: Account,
  subscription: Stripe.Subscription,
  { mode }: Stripe.BillingPortal.Configuration.Features.SubscriptionCancel,
  feedback: string | null,
) => {
  if (mode === 'at_period_end') {
    change(account, subscription, () => cancelAtPeriodEnd(account, subscription, { byFlag: false, feedback }))
    return
  }
  subscription.canceled_at = account.now()
  endSubscription(account, subscription, { reason: 'cancellation_requested', feedback })
}

export const renewByPortal = (account: Account, subscription: Stripe.Subscription) =>
  change(account, subscription, () => keepSubscription(subscription))

/**
 * Makes the new card the default, even for subscriptions with their own card, and retries overdue invoices at once.
 * Throws if the card cannot be saved; returns the reason if it could not pay.
 */
export const replaceCard = (
  account: Account,
  customer: Stripe.Customer,
  paymentMethod: Stripe.PaymentMethod,
): string | null => {
  attach(account, paymentMethod, customer.id)
  const before = { ...customer }
  setDefault(account, customer, paymentMethod.id)
  account.emit('customer.updated', customer, changesOf(before, customer))
  for (const subscription of subscriptionsOf(account, customer.id)) {
    if (subscription.default_payment_method === null) continue
    change(account, subscription, () => {
      subscription.default_payment_method = paymentMethod.id
    })
  }
  return payOverdue(account, customer.id)
}

const payOverdue = (account: Account, customer: string) => {
  const live = new Set(subscriptionsOf(account, customer).map(({ id }) => id))
  const overdue = Object.values(account.state.invoices).filter(
    (invoice) => invoice.status === 'open' && live.has(subscriptionIdOf(invoice) ?? ''),
  )
  try {
    for (const invoice of overdue) payInvoice(account, invoice)
    return null
  } catch (error) {
    if (error instanceof StripeFailure) return error.message
    throw error
  }
}

const change = (account: Account, subscription: Stripe.Subscription, work: () => void) => {
  const before = { ...subscription }
  work()
  account.emit('customer.subscription.updated', subscription, changesOf(before, subscription))
}
