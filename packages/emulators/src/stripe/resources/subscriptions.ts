import type Stripe from 'stripe'
import * as z from 'zod'
import { type Account, idOf } from '../core/account.ts'
import type { Api } from '../core/api.ts'
import { defaultCard, failureOf, noCard } from '../billing/billing.ts'
import { changesOf, copied } from '../core/changes.ts'
import { inTimeOf } from '../billing/customer-clock.ts'
import { invalidRequest, noSuch, notEmulated } from '../core/failure.ts'
import { listOf } from '../core/listing.ts'
import { openSubscription } from '../billing/open-subscription.ts'
import { chargeChange } from '../billing/plan-change.ts'
import { refuseScheduled } from '../billing/schedule-phases.ts'
import { mergeMetadata } from '../core/parameters.ts'
import { cancelAtPeriodEnd, endSubscription, explain, isLive, keepSubscription } from '../billing/subscription-end.ts'
import { type Ordered, planOf, type SubscriptionOrder } from '../billing/subscription-object.ts'
import { findCustomer } from './customers.ts'
import {
  Cancel,
  changesOfItems,
  Create,
  findSubscription,
  List,
  orderedItems,
  refuseNotHere,
  refuseOtherTerms,
  Update,
} from './subscription-parameters.ts'

const LOWEST_TOTAL = 50

const createSubscription = (account: Account, given: z.infer<typeof Create>) => {
  refuseNotHere(given)
  const { payment_behavior: behavior = 'allow_incomplete' } = given
  const order = orderOf(account, given)
  const paymentMethod = defaultCard(account, order.customer, order.defaultPaymentMethod)
  const isCharged = totalOf(order) > 0 && behavior !== 'default_incomplete'
  if (isCharged && !paymentMethod) throw noCard()
  const { subscription, outcome } = openSubscription(account, order, {
    paymentMethod,
    later: behavior === 'default_incomplete',
    orNothing: behavior === 'error_if_incomplete',
    cancelAtPeriodEnd: given.cancel_at_period_end,
  })
  if (behavior === 'error_if_incomplete' && outcome.kind !== 'paid') throw failureOf(outcome)
  return subscription
}

const orderOf = (account: Account, given: z.infer<typeof Create>): SubscriptionOrder => {
  const customer = findCustomer(account, given.customer)
  const { default_payment_method: card = null } = given
  if (card !== null) refuseForeignCard(account, customer, card)
  const items = orderedItems(account, given.items)
  return {
    customer,
    items,
    defaultPaymentMethod: card,
    metadata: mergeMetadata({}, given.metadata),
    description: given.description ?? null,
  }
}

interface CheckoutOrder {
  customer: string
  items: readonly Ordered[]
  /** Null if there is nothing to pay yet and no card was required. */
  paymentMethod: Stripe.PaymentMethod | null
  metadata: Record<string, string>
  description: string | null
  authenticated: boolean
}

/**
 * Subscribes a customer on the hosted page. Throws if the card is declined. After a decline, or if the intent requires
 * 3-D Secure, nothing is kept: the page calls again after authentication.
 */
export const startSubscription = (account: Account, order: CheckoutOrder) => {
  const { outcome, ...opened } = openSubscription(
    account,
    {
      ...order,
      customer: findCustomer(account, order.customer),
      defaultPaymentMethod: order.paymentMethod?.id ?? null,
    },
    { paymentMethod: order.paymentMethod, authenticated: order.authenticated, orNothing: true },
  )
  if (outcome.kind === 'failed') throw failureOf(outcome)
  return opened
}

const totalOf = ({ items }: SubscriptionOrder) => {
  const total = items.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * quantity, 0)
  if (total > 0 && total < LOWEST_TOTAL) throw notEmulated('invoices below the minimum amount, which are carried over')
  return total
}

const refuseForeignCard = (account: Account, customer: Stripe.Customer, id: string) => {
  if (account.state.paymentMethods[id]?.customer === customer.id) return
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'default_payment_method' },
  )
}

const updateSubscription = (account: Account, subscription: Stripe.Subscription, given: z.infer<typeof Update>) => {
  refuseNotHere(given)
  if (!isLive(subscription)) refuseDead(given)
  const before = copied(subscription)
  const { default_payment_method: card, description } = given
  const customer = findCustomer(account, idOf(subscription.customer) ?? '')
  if (card !== undefined) refuseForeignCard(account, customer, card)
  changeItems(account, subscription, given)
  if (card !== undefined) subscription.default_payment_method = card
  if (description !== undefined) subscription.description = description
  subscription.metadata = mergeMetadata(subscription.metadata, given.metadata)
  changeEnd(account, subscription, given)
  if (given.cancellation_details) explain(subscription, given.cancellation_details)
  const changes = changesOf(before, subscription)
  if (Object.keys(changes).length > 0) account.emit('customer.subscription.updated', subscription, changes)
  return subscription
}

const refuseDead = (given: z.infer<typeof Update>) => {
  if (Object.keys(given).every((name) => name === 'metadata' || name === 'cancellation_details')) return
  throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.', {
    code: 'invalid_canceled_subscription_fields',
  })
}

const changeEnd = (
  account: Account,
  subscription: Stripe.Subscription,
  { cancel_at, cancel_at_period_end }: z.infer<typeof Update>,
) => {
  if (cancel_at !== undefined || cancel_at_period_end !== undefined) refuseScheduled(subscription)
  if (cancel_at !== undefined && !['', 'min_period_end', 'max_period_end'].includes(cancel_at)) {
    throw notEmulated('a cancel_at other than the end of the period')
  }
  if (cancel_at === '' || cancel_at_period_end === false) keepSubscription(subscription)
  else if (cancel_at !== undefined || cancel_at_period_end) {
    cancelAtPeriodEnd(account, subscription, { byFlag: cancel_at === undefined })
  }
}

/** A new price or quantity takes effect with the next invoice, or is charged at once with prorations. */
const changeItems = (account: Account, subscription: Stripe.Subscription, given: z.infer<typeof Update>) => {
  const { items = [], proration_behavior: behavior, proration_date: date } = given
  const changes = changesOfItems(account, subscription, items)
  if (changes.length > 0 && subscription.schedule !== null) throw notEmulated('changing items while a schedule runs')
  if (behavior === 'always_invoice') {
    if (given.payment_behavior !== 'error_if_incomplete') {
      throw notEmulated('proration_behavior always_invoice without payment_behavior error_if_incomplete')
    }
    chargeChange(account, subscription, changes, date)
    return
  }
  if (date !== undefined) throw notEmulated('a proration_date without prorations that are charged at once')
  for (const { item, price } of changes) refuseOtherTerms(price, item.price)
  const isChange = changes.some(({ item, price, quantity }) => item.price.id !== price.id || item.quantity !== quantity)
  if (behavior === undefined ? isChange : behavior !== 'none') {
    throw notEmulated("prorations that wait for the next invoice: use proration_behavior 'none' or 'always_invoice'")
  }
  for (const { item, price, quantity } of changes) Object.assign(item, { price, plan: planOf(price), quantity })
}

const cancelSubscription = (account: Account, id: string, given: z.infer<typeof Cancel>) => {
  const subscription = findSubscription(account, id)
  // At Stripe, an ended subscription cannot be canceled because it no longer exists.
  if (!isLive(subscription)) throw noSuch('subscription', id, 'id')
  if (given.invoice_now || given.prorate) throw notEmulated('invoice_now and prorate of a cancellation')
  subscription.canceled_at = account.now()
  return endSubscription(account, subscription, { reason: 'cancellation_requested', ...given.cancellation_details })
}

const isWanted = (subscription: Stripe.Subscription, given: z.infer<typeof List>) => {
  const { customer, price, test_clock, status } = given
  const onClock = idOf(subscription.test_clock) ?? undefined
  return (
    (customer === undefined ? onClock === test_clock : subscription.customer === customer) &&
    (test_clock === undefined || onClock === test_clock) &&
    (price === undefined || subscription.items.data.some((item) => item.price.id === price)) &&
    hasStatus(subscription, status)
  )
}

const hasStatus = (subscription: Stripe.Subscription, wanted: z.infer<typeof List>['status']) => {
  if (wanted === undefined) return subscription.status !== 'canceled'
  if (wanted === 'ended') return !isLive(subscription)
  return wanted === 'all' || subscription.status === wanted
}

export const serveSubscriptions = (api: Api, account: Account) => {
  const inItsTime = (id: string, work: () => object) =>
    inTimeOf(account, idOf(findSubscription(account, id).customer) ?? '', work)
  api.on('POST /v1/subscriptions', Create, (given) => createSubscription(account, given))
  api.on('GET /v1/subscriptions', List, (given) =>
    listOf('/v1/subscriptions', Object.values(account.state.subscriptions), given, (subscription) =>
      isWanted(subscription, given),
    ),
  )
  api.on('GET /v1/subscriptions/:id', z.strictObject({}), (_, id) => findSubscription(account, id))
  api.on('POST /v1/subscriptions/:id', Update, (given, id) =>
    inItsTime(id, () => updateSubscription(account, findSubscription(account, id), given)),
  )
  api.on('DELETE /v1/subscriptions/:id', Cancel, (given, id) =>
    inItsTime(id, () => cancelSubscription(account, id, given)),
  )
}
