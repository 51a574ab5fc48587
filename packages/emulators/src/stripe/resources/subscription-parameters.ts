import type Stripe from 'stripe'
import * as z from 'zod'
import { type Account, find } from '../core/account.ts'
import { invalidRequest, noSuch, notEmulated } from '../core/failure.ts'
import { flag, metadata, paging, parametersOf, text, textOrNone, wholeNumber } from '../core/parameters.ts'
import type { ItemChange } from '../billing/plan-change.ts'
import { intervalOf, type Ordered } from '../billing/subscription-object.ts'
import { refuseBoth } from './checkout-parameters.ts'
import { findPrice, newPrice, PriceData } from './prices.ts'

/** Supported by Stripe but not by the emulator: accepted here so that the error can say so later. */
const notHere = z.unknown().optional()

const paymentBehavior = z.enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']).optional()
export const prorationBehavior = z.enum(['always_invoice', 'create_prorations', 'none']).optional()
const cancellationDetails = z
  .strictObject({ comment: textOrNone.optional(), feedback: textOrNone.optional() })
  .optional()

const NewItem = parametersOf<Stripe.SubscriptionCreateParams.Item>()({
  price: text.optional(),
  price_data: PriceData.omit({ product_data: true }).optional(),
  quantity: wholeNumber.optional(),
})

export const Create = parametersOf<Stripe.SubscriptionCreateParams>()({
  billing_cycle_anchor: notHere,
  billing_cycle_anchor_config: notHere,
  cancel_at_period_end: flag.optional(),
  collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
  customer: text,
  default_payment_method: text.optional(),
  description: text.max(500).optional(),
  items: z.array(NewItem).min(1).max(20),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  payment_behavior: paymentBehavior,
  trial_end: notHere,
  trial_from_plan: notHere,
  trial_period_days: notHere,
  trial_settings: notHere,
})

export const changedItems = z.array(
  parametersOf<Stripe.SubscriptionUpdateParams.Item>()({
    id: text.optional(),
    price: text.optional(),
    quantity: wholeNumber.optional(),
  }),
)

export const Update = parametersOf<Stripe.SubscriptionUpdateParams>()({
  billing_cycle_anchor: notHere,
  cancel_at: text.optional(),
  cancel_at_period_end: flag.optional(),
  cancellation_details: cancellationDetails,
  default_payment_method: text.optional(),
  description: textOrNone.optional(),
  items: changedItems.optional(),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  pause_collection: notHere,
  payment_behavior: paymentBehavior,
  proration_behavior: prorationBehavior,
  proration_date: wholeNumber.optional(),
  trial_end: notHere,
  trial_from_plan: notHere,
  trial_settings: notHere,
})

export const Cancel = parametersOf<Stripe.SubscriptionCancelParams>()({
  cancellation_details: cancellationDetails,
  invoice_now: flag.optional(),
  prorate: flag.optional(),
})

export const List = parametersOf<Stripe.SubscriptionListParams>()({
  ...paging,
  customer: text.optional(),
  price: text.optional(),
  status: z
    .enum(['active', 'all', 'canceled', 'ended', 'incomplete', 'incomplete_expired', 'past_due', 'trialing', 'unpaid'])
    .optional(),
  test_clock: text.optional(),
})

export const refuseNotHere = (given: z.infer<typeof Create> | z.infer<typeof Update>) => {
  const names = ['billing_cycle_anchor', 'pause_collection', 'trial']
  const name = Object.keys(given).find((one) => names.some((start) => one.startsWith(start)))
  if (name !== undefined) throw notEmulated(`the parameter ${name} of subscriptions`)
  if ('collection_method' in given && given.collection_method === 'send_invoice')
    throw notEmulated('the collection_method send_invoice')
}

/** The items of a subscription. All are validated before a price is created from `price_data`. */
export const orderedItems = (account: Account, items: z.infer<typeof NewItem>[]): Ordered[] => {
  const checked = items.map((item, position) => checkItem(account, item, `items[${position}]`))
  const prices = checked.map(({ price }) => price())
  const [first] = prices
  for (const price of prices) refuseOtherTerms(price, first)
  return checked.map(({ quantity }, position) => ({ price: prices[position] as Stripe.Price, quantity }))
}

const checkItem = (account: Account, item: z.infer<typeof NewItem>, param: string) => {
  refuseBoth(item, 'price', 'price_data')
  const { price, price_data: data, quantity = 1 } = item
  if (quantity < 0) throw invalidRequest('Invalid non-negative integer', { param: `${param}[quantity]` })
  if (price !== undefined) {
    const found = recurringPrice(account, price, `${param}[price]`)
    return { quantity, price: () => found }
  }
  if (!data?.recurring) {
    const missing = `${param}[${data ? 'price_data][recurring' : 'price'}]`
    throw invalidRequest(`Missing required param: ${missing}.`, { code: 'parameter_missing', param: missing })
  }
  find(account.state.products, 'product', data.product ?? '', `${param}[price_data][product]`)
  return { quantity, price: () => newPrice(account, data, `${param}[price_data]`) }
}

export const findSubscription = (account: Account, id: string, param = 'id') =>
  find(account.state.subscriptions, 'subscription', id, param)

/** The changes that the given items make, each checked. */
export const changesOfItems = (
  account: Account,
  subscription: Stripe.Subscription,
  items: z.infer<typeof changedItems>,
): ItemChange[] =>
  items.map((given, position) => {
    if (given.id === undefined) throw notEmulated('adding items to a subscription')
    const item = subscription.items.data.find(({ id }) => id === given.id)
    if (!item) throw noSuch('subscription_item', given.id, `items[${position}][id]`)
    const price =
      given.price === undefined ? item.price : recurringPrice(account, given.price, `items[${position}][price]`)
    return { item, price, quantity: given.quantity ?? item.quantity ?? 1 }
  })

/** A recurring price. */
export const recurringPrice = (account: Account, id: string, param: string) => {
  const price = findPrice(account, id, param)
  if (!price.active) {
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', { param })
  }
  if (!price.recurring) {
    throw invalidRequest(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      { param },
    )
  }
  return price
}

/** All items of a subscription are billed together. */
export const refuseOtherTerms = (price: Stripe.Price, other: Stripe.Price | undefined) => {
  if (!other) return
  if (price.currency !== other.currency) {
    throw invalidRequest('All prices on a subscription must have the same `currency`.', { param: 'items' })
  }
  const [one, two] = [intervalOf(price), intervalOf(other)]
  if (one.interval !== two.interval || one.interval_count !== two.interval_count) {
    throw notEmulated('subscriptions whose prices have different intervals, nor a change of the interval')
  }
}
