import type Stripe from 'stripe'
import { type Account, idOf } from '../core/account.ts'
import { inTimeOf } from './customer-clock.ts'
import { cancelSchedule } from './schedule-phases.ts'

type Reason = Stripe.Subscription.CancellationDetails.Reason

interface Ending {
  reason?: Reason
  comment?: string | null | undefined
  feedback?: string | null | undefined
}

export const isLive = ({ status }: Stripe.Subscription) => !['canceled', 'incomplete_expired'].includes(status)

export const currentPeriod = ({ id, items }: Stripe.Subscription) => {
  const [item] = items.data
  if (!item) throw new Error(`The subscription ${id} has no items.`)
  return { start: item.current_period_start, end: item.current_period_end }
}

/**
 * Cancels at the end of the period. The API sets `cancel_at_period_end`; the portal, since flexible billing, only
 * `cancel_at`.
 */
export const cancelAtPeriodEnd = (
  account: Account,
  subscription: Stripe.Subscription,
  { byFlag, ...said }: Ending & { byFlag: boolean },
) => {
  subscription.cancel_at_period_end = byFlag
  subscription.cancel_at = currentPeriod(subscription).end
  subscription.canceled_at = account.now()
  explain(subscription, { reason: 'cancellation_requested', ...said })
}

/** Reverts a cancellation that has not taken effect yet. */
export const keepSubscription = (subscription: Stripe.Subscription) => {
  Object.assign(subscription, { cancel_at_period_end: false, cancel_at: null, canceled_at: null })
  subscription.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason: null }
}

export const explain = (subscription: Stripe.Subscription, { reason, comment, feedback }: Ending) => {
  subscription.cancellation_details = {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: null,
    ...subscription.cancellation_details,
    ...(reason !== undefined && { reason }),
    ...(comment !== undefined && { comment }),
    ...(feedback !== undefined && { feedback }),
  }
}

/**
 * Cancels the subscription now. Open invoices stay open, but Stripe no longer tries to collect them. Stripe guarantees
 * nothing about drafts; this emulator still collects them.
 */
export const endSubscription = (account: Account, subscription: Stripe.Subscription, said: Ending = {}) => {
  const now = account.now()
  subscription.status = subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled'
  subscription.ended_at = now
  subscription.canceled_at ??= now
  explain(subscription, said)
  cancelSchedule(account, subscription)
  for (const invoice of Object.values(account.state.invoices)) {
    if (subscriptionIdOf(invoice) === subscription.id && invoice.status !== 'draft') stopCollecting(invoice)
  }
  account.emit('customer.subscription.deleted', subscription)
  return subscription
}

export const subscriptionIdOf = ({ parent }: Stripe.Invoice) => idOf(parent?.subscription_details?.subscription)

/** Stops all further collection attempts of the invoice. */
export const stopCollecting = (invoice: Stripe.Invoice) => {
  invoice.auto_advance = false
  invoice.automatically_finalizes_at = null
  invoice.next_payment_attempt = null
}

/** Ends all subscriptions of a deleted customer. */
export const endSubscriptionsOf = (account: Account, customerId: string) =>
  inTimeOf(account, customerId, () => {
    for (const subscription of Object.values(account.state.subscriptions)) {
      if (idOf(subscription.customer) === customerId && isLive(subscription)) endSubscription(account, subscription)
    }
  })
