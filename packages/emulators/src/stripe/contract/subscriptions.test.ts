import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import {
  first,
  idOf,
  newClock,
  newCustomer,
  newCustomerWithCard,
  newMonthlyPrice,
  newPrice,
  secondsOf,
} from '../testing/stripe-objects.ts'
import { eventually, expectNotAllowed, refusal, stripe } from '../testing/stripe-under-test.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

const subscribe = async (customer: string, given: Partial<Stripe.SubscriptionCreateParams> = {}) => {
  const price = await newMonthlyPrice(1_000)
  return stripe.subscriptions.create({
    customer,
    items: [{ price: price.id }],
    expand: ['latest_invoice'],
    ...given,
  })
}

/** A subscription with its own clock. */
const subscribeAt = async (start: string, given: Partial<Stripe.SubscriptionCreateParams> = {}) => {
  const clock = await newClock(start)
  const customer = await newCustomerWithCard('pm_card_visa', { test_clock: clock.id })
  const subscription = await subscribe(customer.id, given)
  return { clock, customer, subscription, periodEnd: periodOf(subscription).current_period_end }
}

const periodOf = ({ items }: Stripe.Subscription) => first(items.data)
const read = (id: string) => stripe.subscriptions.retrieve(id)
const invoicesOf = async (subscription: string) => (await stripe.invoices.list({ subscription })).data
const idsOf = async (list: Promise<{ data: { id: string }[] }>) => (await list).data.map(({ id }) => id)

describe('a new subscription', () => {
  test('a new subscription is active when the first month is paid', async () => {
    const customer = await newCustomerWithCard()
    const subscription = await subscribe(customer.id, { metadata: { user: '7' } })
    expect(subscription).toMatchObject({
      object: 'subscription',
      status: 'active',
      customer: customer.id,
      metadata: { user: '7' },
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      latest_invoice: { status: 'paid', billing_reason: 'subscription_create', amount_paid: 1_000 },
    })
    expect(periodOf(subscription).price.unit_amount).toBe(1_000)
  })

  test.each([
    ['2026-01-15T12:00:00Z', '2026-02-15T12:00:00Z'],
    ['2025-01-31T12:00:00Z', '2025-02-28T12:00:00Z'],
    ['2024-01-31T12:00:00Z', '2024-02-29T12:00:00Z'],
  ])('a new subscription that begins on %s is paid until %s', async (start, end) => {
    const { subscription } = await subscribeAt(start)
    expect(periodOf(subscription).current_period_start).toBe(secondsOf(start))
    expect(periodOf(subscription).current_period_end).toBe(secondsOf(end))
  })

  test('a new subscription of a customer without a card is refused', async () => {
    const customer = await newCustomer()
    await expectNotAllowed(subscribe(customer.id))
  })

  test('a subscription to a one-time price is refused', async () => {
    const customer = await newCustomerWithCard()
    const price = await newPrice()
    await expectNotAllowed(subscribe(customer.id, { items: [{ price: price.id }] }))
  })
})

describe('a failed or pending first payment', () => {
  test('a failed first payment leaves the subscription incomplete and the invoice open', async () => {
    const customer = await newCustomerWithCard('pm_card_chargeCustomerFail')
    const subscription = await subscribe(customer.id)
    expect(subscription).toMatchObject({
      status: 'incomplete',
      latest_invoice: { status: 'open', amount_paid: 0, attempt_count: 1 },
    })
  })

  test('a failed first payment throws if requested, and nothing is created', async () => {
    const customer = await newCustomerWithCard('pm_card_chargeCustomerFail')
    const declined = await refusal(subscribe(customer.id, { payment_behavior: 'error_if_incomplete' }))
    expect(declined).toMatchObject({ type: 'StripeCardError', statusCode: 402, code: 'card_declined' })
    expect(await idsOf(stripe.subscriptions.list({ customer: customer.id, status: 'all' }))).toEqual([])
  })

  test('a first payment can be left to the client, and activates the subscription when it succeeds', async () => {
    const customer = await newCustomerWithCard()
    const subscription = await subscribe(customer.id, {
      payment_behavior: 'default_incomplete',
      expand: ['latest_invoice.payments'],
    })
    expect(subscription).toMatchObject({ status: 'incomplete', latest_invoice: { status: 'open' } })
    const invoice = subscription.latest_invoice as Stripe.Invoice
    const { payment } = first(invoice.payments?.data ?? [])
    await stripe.paymentIntents.confirm(idOf(payment.payment_intent), {
      payment_method: 'pm_card_visa',
      return_url: 'https://store.example/back',
    })
    await eventually(async () => expect((await read(subscription.id)).status).toBe('active'))
  })
})

describe('a renewal after a month', () => {
  test('a renewal invoice is a draft for an hour and then paid', async () => {
    const { clock, subscription, periodEnd } = await subscribeAt('2026-01-15T12:00:00Z')
    await clock.advanceTo(periodEnd + MINUTE)
    const [draft, ...before] = await invoicesOf(subscription.id)
    expect(before).toHaveLength(1)
    expect(draft).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle', amount_due: 1_000 })

    await clock.advanceTo(periodEnd + 2 * HOUR)
    expect(await invoicesOf(subscription.id)).toMatchObject([
      { id: draft?.id, status: 'paid', amount_paid: 1_000 },
      { status: 'paid', billing_reason: 'subscription_create' },
    ])
    const renewed = await read(subscription.id)
    expect(renewed.status).toBe('active')
    expect(periodOf(renewed).current_period_start).toBe(periodEnd)
    expect(periodOf(renewed).current_period_end).toBe(secondsOf('2026-03-15T12:00:00Z'))
  })

  test('a renewal keeps the day of the month after a shorter month', async () => {
    const { clock, subscription, periodEnd } = await subscribeAt('2025-01-31T12:00:00Z')
    await clock.advanceTo(periodEnd + 2 * HOUR)
    expect(periodOf(await read(subscription.id)).current_period_end).toBe(secondsOf('2025-03-31T12:00:00Z'))
  })

  test('a failing card at renewal leaves the subscription past due and the invoice open', async () => {
    const { clock, customer, subscription, periodEnd } = await subscribeAt('2026-01-15T12:00:00Z')
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id })
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: bad.id } })
    await clock.advanceTo(periodEnd + 2 * HOUR)
    expect((await read(subscription.id)).status).toBe('past_due')
    expect(first(await invoicesOf(subscription.id))).toMatchObject({
      status: 'open',
      billing_reason: 'subscription_cycle',
      attempted: true,
      attempt_count: 1,
      amount_paid: 0,
      amount_remaining: 1_000,
    })
  })
})

describe('a subscription that is canceled', () => {
  test('a subscription canceled at the end of the period runs until then and is not paid again', async () => {
    const { clock, subscription, periodEnd } = await subscribeAt('2026-01-15T12:00:00Z')
    const ending = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: periodEnd })
    expect(ending.canceled_at).not.toBeNull()

    await clock.advanceTo(periodEnd + 2 * HOUR)
    const ended = await read(subscription.id)
    expect(ended.status).toBe('canceled')
    expect(ended.ended_at).toBeGreaterThanOrEqual(periodEnd)
    expect(await invoicesOf(subscription.id)).toHaveLength(1)
  })

  test('a subscription continues if its cancellation is reverted', async () => {
    const { clock, subscription, periodEnd } = await subscribeAt('2026-01-15T12:00:00Z')
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    const kept = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
    expect(kept).toMatchObject({ status: 'active', cancel_at_period_end: false, cancel_at: null, canceled_at: null })

    await clock.advanceTo(periodEnd + 2 * HOUR)
    expect((await read(subscription.id)).status).toBe('active')
    expect(await invoicesOf(subscription.id)).toHaveLength(2)
  })

  test('a subscription canceled immediately ends at once', async () => {
    const customer = await newCustomerWithCard()
    const { id } = await subscribe(customer.id)
    const canceled = await stripe.subscriptions.cancel(id)
    expect(canceled.status).toBe('canceled')
    expect(canceled.ended_at).not.toBeNull()
    await expectNotAllowed(stripe.subscriptions.cancel(id))
  })

  test('canceled subscriptions are listed only on request', async () => {
    const customer = await newCustomerWithCard()
    const [kept, canceled] = [await subscribe(customer.id), await subscribe(customer.id)]
    await stripe.subscriptions.cancel(canceled.id)
    const list = (status?: Stripe.SubscriptionListParams.Status) =>
      idsOf(stripe.subscriptions.list({ customer: customer.id, ...(status && { status }) }))
    expect(await list()).toEqual([kept.id])
    expect(await list('active')).toEqual([kept.id])
    expect(await list('canceled')).toEqual([canceled.id])
    expect((await list('all')).sort()).toEqual([kept.id, canceled.id].sort())
  })
})

describe('a subscription that changes its price', () => {
  test('a price change without proration keeps the period and costs nothing now', async () => {
    const customer = await newCustomerWithCard()
    const subscription = await subscribe(customer.id)
    const item = periodOf(subscription)
    const dearer = await newMonthlyPrice(2_000)
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: dearer.id }],
      proration_behavior: 'none',
    })
    expect(changed.items.data).toHaveLength(1)
    expect(periodOf(changed)).toMatchObject({
      id: item.id,
      price: { id: dearer.id },
      current_period_end: item.current_period_end,
    })
    expect(changed.latest_invoice).toBe(idOf(subscription.latest_invoice))
    expect(await invoicesOf(subscription.id)).toHaveLength(1)
  })

  test('a changed price applies from the next month on', async () => {
    const { clock, subscription, periodEnd } = await subscribeAt('2026-01-15T12:00:00Z')
    const dearer = await newMonthlyPrice(2_000)
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: periodOf(subscription).id, price: dearer.id }],
      proration_behavior: 'none',
    })
    await clock.advanceTo(periodEnd + 2 * HOUR)
    expect(await invoicesOf(subscription.id)).toMatchObject([{ amount_paid: 2_000 }, { amount_paid: 1_000 }])
  })
})

describe('a test clock', () => {
  test('a test clock is ready at the given time and never goes back', async () => {
    const clock = await newClock('2026-01-15T12:00:00Z')
    const later = secondsOf('2026-01-20T12:00:00Z')
    await clock.advanceTo(later)
    expect(await stripe.testHelpers.testClocks.retrieve(clock.id)).toMatchObject({
      object: 'test_helpers.test_clock',
      status: 'ready',
      frozen_time: later,
    })
    const back = stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: later - HOUR })
    await expectNotAllowed(back)
  })
})
