import type Stripe from 'stripe'
import { type Account, idOf } from '../core/account.ts'
import { newId } from '../core/ids.ts'
import { periodEnd } from './periods.ts'

export interface Ordered {
  price: Stripe.Price
  quantity: number
}

export interface SubscriptionOrder {
  customer: Stripe.Customer
  items: readonly Ordered[]
  defaultPaymentMethod: string | null
  metadata: Record<string, string>
  description: string | null
}

/** All items have the same interval; mixing them is refused earlier. */
export const intervalOf = ({ recurring, id }: Stripe.Price) => {
  if (!recurring) throw new Error(`The price ${id} is not recurring.`)
  return recurring
}

/** A subscription that waits for its first payment. */
export const newSubscription = (account: Account, order: SubscriptionOrder): Stripe.Subscription => {
  const now = account.now()
  const id = newId('sub')
  const subscription: Stripe.Subscription = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: now },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: order.items[0]?.price.currency ?? 'usd',
    customer: order.customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: order.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: order.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: order.items.map((item) => newItem(id, item, now)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: order.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete',
    test_clock: idOf(order.customer.test_clock),
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: null,
  }
  account.state.subscriptions[id] = subscription
  account.state.subscriptionDetails[id] = { failNextRenewal: false }
  return subscription
}

const newItem = (subscription: string, { price, quantity }: Ordered, now: number): Stripe.SubscriptionItem => ({
  id: newId('si'),
  object: 'subscription_item',
  billed_until: periodEnd(now, intervalOf(price), now),
  billing_thresholds: null,
  created: now,
  current_period_end: periodEnd(now, intervalOf(price), now),
  current_period_start: now,
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: planOf(price),
  price,
  quantity,
  subscription,
  tax_rates: [],
})

/** The legacy form of a recurring price. Stripe still shows both. */
export const planOf = (price: Stripe.Price): Stripe.Plan => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: price.billing_scheme,
  created: price.created,
  currency: price.currency,
  interval: intervalOf(price).interval,
  interval_count: intervalOf(price).interval_count,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
})
