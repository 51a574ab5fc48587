import type Stripe from 'stripe'

export const HOUR = 60 * 60
export const DAY = 24 * HOUR

/** Unix seconds of a UTC time. */
export const at = (moment: string) => Date.parse(`${moment}Z`) / 1_000

/** For error messages and comparisons: `2026-01-31T12:00:00`. */
export const momentOf = (seconds: number | null | undefined) =>
  new Date((seconds ?? 0) * 1_000).toISOString().slice(0, 19)

export const newPlan = (stripe: Stripe, given: Partial<Stripe.PriceCreateParams> = {}) =>
  stripe.prices.create({
    currency: 'usd',
    unit_amount: 1_000,
    recurring: { interval: 'month' },
    product_data: { name: 'Club' },
    ...given,
  })

/** A customer with a default card. */
export const newSubscriber = (stripe: Stripe, card = 'pm_card_visa', given: Stripe.CustomerCreateParams = {}) =>
  stripe.customers.create({
    email: 'ada@customer.example',
    payment_method: card,
    invoice_settings: { default_payment_method: card },
    ...given,
  })

/** Replaces a customer's default card. */
export const changeCard = async (stripe: Stripe, customer: string, card: string) => {
  const { id } = await stripe.paymentMethods.attach(card, { customer })
  return stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } })
}

interface Subscribing {
  card?: string
  clock?: string
  price?: Partial<Stripe.PriceCreateParams>
  given?: Partial<Stripe.SubscriptionCreateParams>
}

export const subscribe = async (stripe: Stripe, { card, clock, price, given }: Subscribing = {}) => {
  const plan = await newPlan(stripe, price)
  const customer = await newSubscriber(stripe, card, clock === undefined ? {} : { test_clock: clock })
  return stripe.subscriptions.create({ customer: customer.id, items: [{ price: plan.id }], ...given })
}

/** The id of a possibly expanded reference. */
export const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : (reference?.id ?? '')

export const periodOf = ({ items }: Stripe.Subscription) => {
  const [item] = items.data
  if (!item) throw new Error('The subscription has no items.')
  return { start: item.current_period_start, end: item.current_period_end }
}

interface Happened {
  type: string
  created: number
  object: { object: string; created?: unknown; status?: unknown }
  previous: object | undefined
  /** Not caused by an API call. */
  isByItself: boolean
}

/** A customer's events, oldest first. */
export const historyOf = async (stripe: Stripe, customer: string): Promise<Happened[]> => {
  const newestFirst = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
  return newestFirst
    .filter(({ data: { object } }) => 'customer' in object && object.customer === customer)
    .reverse()
    .map(({ type, created, data, request }) => ({
      type,
      created,
      object: data.object,
      previous: data.previous_attributes,
      isByItself: !request?.id,
    }))
}

export const newClock = (stripe: Stripe, start: string) =>
  stripe.testHelpers.testClocks.create({ frozen_time: at(start) })

export const advanceClock = (stripe: Stripe, clock: string, end: number) =>
  stripe.testHelpers.testClocks.advance(clock, { frozen_time: end })
