import type Stripe from 'stripe'
import { type Account, idOf } from '../core/account.ts'
import { changesOf } from '../core/changes.ts'
import { StripeFailure } from '../core/failure.ts'
import { setDefault } from '../resources/customers.ts'
import { payInvoice } from '../resources/invoices.ts'
import { attach } from '../resources/payment-methods.ts'
import { isLive, subscriptionIdOf } from './subscription-end.ts'

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
  const live = Object.values(account.state.subscriptions).filter(
    (subscription) => idOf(subscription.customer) === customer.id && isLive(subscription),
  )
  for (const subscription of live) {
    if (subscription.default_payment_method === null) continue
    const previous = { ...subscription }
    subscription.default_payment_method = paymentMethod.id
    account.emit('customer.subscription.updated', subscription, changesOf(previous, subscription))
  }
  const ids = new Set(live.map(({ id }) => id))
  const overdue = Object.values(account.state.invoices).filter(
    (invoice) => invoice.status === 'open' && ids.has(subscriptionIdOf(invoice) ?? ''),
  )
  try {
    for (const invoice of overdue) payInvoice(account, invoice)
    return null
  } catch (error) {
    if (error instanceof StripeFailure) return error.message
    throw error
  }
}
