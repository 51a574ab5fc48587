import type Stripe from 'stripe'
import { cleanUpLater, eventually, stripe, unique } from './stripe-under-test.ts'

/** The id of a possibly expanded reference. */
export const idOf = (reference: string | { id: string } | null | undefined) => {
  if (!reference) throw new Error('The reference is empty.')
  return typeof reference === 'string' ? reference : reference.id
}

export const first = <Item>([item]: readonly Item[]) => {
  if (item === undefined) throw new Error('The list is empty.')
  return item
}

export const newCustomer = async (given: Stripe.CustomerCreateParams = {}) => {
  const customer = await stripe.customers.create({ email: `${unique('contract')}@customer.example`, ...given })
  cleanUpLater(() => stripe.customers.del(customer.id))
  return customer
}

/** A customer with a default card. */
export const newCustomerWithCard = (card = 'pm_card_visa', given: Stripe.CustomerCreateParams = {}) =>
  newCustomer({ payment_method: card, invoice_settings: { default_payment_method: card }, ...given })

/** Cards only, because other payment methods need a page to return to. */
const BY_CARD = {
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
} as const satisfies Partial<Stripe.PaymentIntentCreateParams>

export const newPayment = (
  given: Partial<Stripe.PaymentIntentCreateParams> = {},
  options: Stripe.RequestOptions = {},
) => stripe.paymentIntents.create({ amount: 1_500, currency: 'usd', ...BY_CARD, ...given }, options)

export const newPaidPayment = (
  given: Partial<Stripe.PaymentIntentCreateParams> = {},
  options: Stripe.RequestOptions = {},
) => newPayment({ payment_method: 'pm_card_visa', confirm: true, ...given }, options)

export const newPrice = async (given: Partial<Stripe.PriceCreateParams> = {}) => {
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 1_500,
    ...(given.product === undefined && { product_data: { name: unique('Contract') } }),
    ...given,
  })
  cleanUpLater(() => stripe.prices.update(price.id, { active: false }))
  return price
}

export const newMonthlyPrice = (amount = 1_000) => newPrice({ unit_amount: amount, recurring: { interval: 'month' } })

/** Unix seconds, Stripe's time format. */
export const secondsOf = (moment: string) => Date.parse(moment) / 1_000

/** A clock that advances only on demand. */
export const newClock = async (start: string) => {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: secondsOf(start) })
  cleanUpLater(() => stripe.testHelpers.testClocks.del(clock.id))
  return {
    id: clock.id,
    advanceTo: async (time: number) => {
      await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: time })
      await eventually(async () => {
        const { status } = await stripe.testHelpers.testClocks.retrieve(clock.id)
        if (status !== 'ready') throw new Error(`The clock is ${status}.`)
      })
    },
  }
}
