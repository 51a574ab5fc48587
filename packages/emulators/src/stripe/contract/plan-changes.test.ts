import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import {
  first,
  newClock,
  newCustomerWithCard,
  newMonthlyPrice,
  newPrice,
  secondsOf,
} from '../testing/stripe-objects.ts'
import { expectNotAllowed, refusal, stripe } from '../testing/stripe-under-test.ts'

const HOUR = 60 * 60
const DAY = 24 * HOUR
const START = '2026-01-15T12:00:00Z'

const yearly = (amount: number) => newPrice({ unit_amount: amount, recurring: { interval: 'year' } })

/** A monthly subscription of $10.00 that has been running since 15 January. */
const subscribeAt = async (price: Stripe.Price) => {
  const clock = await newClock(START)
  const customer = await newCustomerWithCard('pm_card_visa', { test_clock: clock.id })
  const { id, items } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  return { clock, customer: customer.id, id, item: first(items.data) }
}

const invoicesOf = async (subscription: string) => (await stripe.invoices.list({ subscription })).data
const itemOf = async (id: string) => first((await stripe.subscriptions.retrieve(id)).items.data)
const amountsOf = ({ lines }: Stripe.Invoice) => lines.data.map(({ amount }) => amount)

describe('a change that is charged at once', () => {
  const AT_ONCE = { proration_behavior: 'always_invoice' } as const

  test('a higher price with the same interval is charged for the rest of the period, as previewed', async () => {
    const { clock, id, item } = await subscribeAt(await newMonthlyPrice(1_000))
    const half = (item.current_period_start + item.current_period_end) / 2
    await clock.advanceTo(half)
    const items = [{ id: item.id, price: (await newMonthlyPrice(3_000)).id }]
    const details = { ...AT_ONCE, items, proration_date: half }
    const preview = await stripe.invoices.createPreview({ subscription: id, subscription_details: details })
    expect(preview).toMatchObject({ amount_due: 1_000, billing_reason: 'subscription_update' })
    expect(amountsOf(preview)).toEqual([-500, 1_500])
    expect(preview.lines.data.map(({ period }) => period)).toEqual(
      [0, 1].map(() => ({ start: half, end: item.current_period_end })),
    )

    await stripe.subscriptions.update(id, { ...details, payment_behavior: 'error_if_incomplete' })
    const [invoice] = await invoicesOf(id)
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 1_000, billing_reason: 'subscription_update' })
    expect(amountsOf(invoice as Stripe.Invoice)).toEqual([-500, 1_500])
    expect(await itemOf(id)).toMatchObject({
      price: { id: items[0]?.price },
      current_period_end: item.current_period_end,
    })
  })

  test('a longer interval starts a new period and credits the unused time', async () => {
    const { clock, id, item } = await subscribeAt(await newMonthlyPrice(1_000))
    const half = (item.current_period_start + item.current_period_end) / 2
    await clock.advanceTo(half)
    const items = [{ id: item.id, price: (await yearly(9_000)).id }]
    await stripe.subscriptions.update(id, { ...AT_ONCE, items, payment_behavior: 'error_if_incomplete' })
    const [invoice] = await invoicesOf(id)
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 8_500 })
    expect(await itemOf(id)).toMatchObject({ current_period_start: half, current_period_end: half + 365 * DAY })
  })

  test('a card that declines leaves the price, the period and the invoices as they were', async () => {
    const { customer, id, item } = await subscribeAt(await newMonthlyPrice(1_000))
    const { id: card } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } })
    const items = [{ id: item.id, price: (await newMonthlyPrice(3_000)).id }]
    const change = stripe.subscriptions.update(id, { ...AT_ONCE, items, payment_behavior: 'error_if_incomplete' })
    expect(await refusal(change)).toMatchObject({ type: 'StripeCardError', code: 'card_declined' })
    expect(await itemOf(id)).toEqual(item)
    expect(await invoicesOf(id)).toHaveLength(1)
  })
})

describe('a change at the next period', () => {
  /** Plans another price for the end of the running period. */
  const plan = async (id: string, price: Stripe.Price) => {
    const { id: schedule, phases } = await stripe.subscriptionSchedules.create({ from_subscription: id })
    const { start_date, end_date, items } = first(phases)
    await stripe.subscriptionSchedules.update(schedule, {
      end_behavior: 'release',
      phases: [
        { start_date, end_date, items: [{ price: first(items).price as string, quantity: 1 }] },
        {
          items: [{ price: price.id, quantity: 1 }],
          duration: { interval: price.recurring?.interval ?? 'month', interval_count: 1 },
          proration_behavior: 'none',
        },
      ],
    })
    return schedule
  }

  test('a planned price is charged from the next period on, also with a shorter interval', async () => {
    const { clock, id, item } = await subscribeAt(await yearly(9_000))
    const monthly = await newMonthlyPrice(1_000)
    const schedule = await plan(id, monthly)
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ schedule, cancel_at: null })
    await clock.advanceTo(item.current_period_end + 2 * HOUR)
    expect(await invoicesOf(id)).toMatchObject([{ amount_paid: 1_000 }, { amount_paid: 9_000 }])
    expect(await itemOf(id)).toMatchObject({
      price: { id: monthly.id },
      current_period_start: item.current_period_end,
      current_period_end: secondsOf('2027-02-15T12:00:00Z'),
    })
  })

  test('a released schedule leaves the price as it is, and only then may the subscription be canceled', async () => {
    const { clock, id, item } = await subscribeAt(await newMonthlyPrice(1_000))
    const schedule = await plan(id, await newMonthlyPrice(600))
    await expectNotAllowed(stripe.subscriptions.update(id, { cancel_at_period_end: true }))
    expect(await stripe.subscriptionSchedules.release(schedule)).toMatchObject({
      status: 'released',
      released_subscription: id,
      subscription: null,
    })
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ schedule: null })
    await clock.advanceTo(item.current_period_end + 2 * HOUR)
    expect(await invoicesOf(id)).toMatchObject([{ amount_paid: 1_000 }, { amount_paid: 1_000 }])
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  })

  test('canceling at once also ends the schedule', async () => {
    const { id } = await subscribeAt(await newMonthlyPrice(1_000))
    const schedule = await plan(id, await newMonthlyPrice(600))
    await stripe.subscriptions.cancel(id)
    expect(await stripe.subscriptionSchedules.retrieve(schedule)).toMatchObject({ status: 'canceled' })
  })
})
