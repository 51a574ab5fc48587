import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { startStripe } from '../testing/start-stripe.ts'
import { stripeForThisFile } from '../testing/stripe-for-this-file.ts'
import {
  advanceClock,
  at,
  changeCard,
  DAY,
  historyOf,
  HOUR,
  idOf,
  momentOf,
  newClock,
  newPlan,
  newSubscriber,
  periodOf,
  subscribe,
} from '../testing/subscribers.ts'

const emulator = await stripeForThisFile()
const { stripe } = emulator

const START = '2026-01-31T12:00:00'
const RENEWAL = at('2026-02-28T12:00:00')

/** A subscriber with their own clock, set to the end of January. */
const onClock = async (options: Parameters<typeof subscribe>[1] = {}) => {
  const clock = await newClock(stripe, START)
  const subscription = await subscribe(stripe, { ...options, clock: clock.id })
  const customer = idOf(subscription.customer)
  return {
    id: subscription.id,
    customer,
    clock: clock.id,
    advance: (end: number) => advanceClock(stripe, clock.id, end),
    now: () => stripe.subscriptions.retrieve(subscription.id),
    invoices: async () => (await stripe.invoices.list({ subscription: subscription.id })).data,
    latestInvoice: async () => {
      const { latest_invoice } = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
      return latest_invoice as Stripe.Invoice
    },
    /** `[type, time]` of all events after the given time, without those of cards, which have no test clock. */
    eventsAfter: async (moment: number) =>
      (await historyOf(stripe, customer))
        .filter(({ type, created }) => created > moment && type !== 'payment_method.attached')
        .map(({ type, created }) => [type, momentOf(created)]),
  }
}

const PAID = ['charge.succeeded', 'payment_intent.succeeded', 'invoice.paid', 'invoice.payment_succeeded']

describe('a renewal', () => {
  test('a renewal creates a draft at the end of the period and collects it an hour later', async () => {
    const subscriber = await onClock()
    await subscriber.advance(RENEWAL)
    const [draft] = await subscriber.invoices()
    expect(draft).toMatchObject({
      status: 'draft',
      number: null,
      billing_reason: 'subscription_cycle',
      automatically_finalizes_at: RENEWAL + HOUR,
      created: RENEWAL,
      period_start: at(START),
      period_end: RENEWAL,
      attempt_count: 0,
    })
    expect(draft?.lines.data[0]?.period).toEqual({ start: RENEWAL, end: at('2026-03-31T12:00:00') })
    const renewed = await subscriber.now()
    expect(renewed.status).toBe('active')
    expect(renewed.latest_invoice).toBe(draft?.id)
    expect(periodOf(renewed)).toEqual({ start: RENEWAL, end: at('2026-03-31T12:00:00') })

    await subscriber.advance(RENEWAL + HOUR)
    expect(await subscriber.latestInvoice()).toMatchObject({
      id: draft?.id,
      status: 'paid',
      amount_paid: 1_000,
      attempt_count: 1,
      status_transitions: { finalized_at: RENEWAL + HOUR, paid_at: RENEWAL + HOUR },
    })
  })

  test('a renewal sends its events in Stripe’s order, each with the time it was due', async () => {
    const subscriber = await onClock()
    await subscriber.advance(RENEWAL + 10 * DAY)
    expect(await subscriber.eventsAfter(at(START))).toEqual([
      ['invoice.created', '2026-02-28T12:00:00'],
      ['customer.subscription.updated', '2026-02-28T12:00:00'],
      ...['invoice.finalized', 'payment_intent.created', ...PAID].map((type) => [type, '2026-02-28T13:00:00']),
    ])
    const history = await historyOf(stripe, subscriber.customer)
    const update = history.find(({ type }) => type === 'customer.subscription.updated')
    expect(Object.keys(update?.previous ?? {}).sort()).toEqual(['items', 'latest_invoice'])
    expect(update?.isByItself).toBe(true)
    const charge = history.findLast(({ type }) => type === 'charge.succeeded')
    expect(charge?.object.created).toBe(RENEWAL + HOUR)
  })

  test('a subscription canceled at the end of the period is not billed again', async () => {
    const subscriber = await onClock()
    await stripe.subscriptions.update(subscriber.id, { cancel_at_period_end: true })
    await subscriber.advance(RENEWAL - 1)
    expect((await subscriber.now()).status).toBe('active')
    await subscriber.advance(RENEWAL + 40 * DAY)
    expect(await subscriber.now()).toMatchObject({
      status: 'canceled',
      ended_at: RENEWAL,
      canceled_at: at(START),
      cancel_at: RENEWAL,
      cancel_at_period_end: true,
      cancellation_details: { reason: 'cancellation_requested' },
    })
    expect(await subscriber.invoices()).toHaveLength(1)
    expect(await subscriber.eventsAfter(at(START))).toEqual([['customer.subscription.deleted', '2026-02-28T12:00:00']])
  })

  test('a subscription whose cancellation was reverted renews', async () => {
    const subscriber = await onClock({ given: { cancel_at_period_end: true } })
    expect((await subscriber.now()).cancel_at).toBe(RENEWAL)
    const kept = await stripe.subscriptions.update(subscriber.id, { cancel_at_period_end: false })
    expect(kept).toMatchObject({ cancel_at: null, canceled_at: null, cancellation_details: { reason: null } })
    await subscriber.advance(RENEWAL + HOUR)
    expect(await subscriber.invoices()).toHaveLength(2)
  })

  test('a renewal uses the new price from the next period on', async () => {
    const subscriber = await onClock()
    const { items } = await subscriber.now()
    const dearer = await newPlan(stripe, { unit_amount: 1_500 })
    await stripe.subscriptions.update(subscriber.id, {
      items: [{ id: items.data[0]?.id ?? '', price: dearer.id, quantity: 2 }],
      proration_behavior: 'none',
    })
    expect(await subscriber.invoices()).toHaveLength(1)
    await subscriber.advance(RENEWAL + HOUR)
    expect(await subscriber.latestInvoice()).toMatchObject({ status: 'paid', amount_paid: 3_000 })
  })
})

describe('a renewal that is declined', () => {
  const failing = async () => {
    const subscriber = await onClock()
    await changeCard(stripe, subscriber.customer, 'pm_card_chargeCustomerFail')
    await subscriber.advance(RENEWAL + HOUR)
    return subscriber
  }
  const FIRST = RENEWAL + HOUR
  const SECOND = FIRST + 3 * DAY
  const THIRD = SECOND + 5 * DAY
  const LAST = THIRD + 7 * DAY

  test('a declined renewal leaves the invoice open and the subscription past due', async () => {
    const subscriber = await failing()
    expect((await subscriber.now()).status).toBe('past_due')
    expect(await subscriber.latestInvoice()).toMatchObject({
      status: 'open',
      attempt_count: 1,
      attempted: true,
      next_payment_attempt: SECOND,
      amount_paid: 0,
      amount_remaining: 1_000,
    })
    const events = await historyOf(stripe, subscriber.customer)
    const update = events.findLast(({ type }) => type === 'customer.subscription.updated')
    expect(update?.previous).toEqual({ status: 'active' })
    expect(update?.created).toBe(FIRST)
  })

  test('a declined renewal recovers on a retry if the customer changed the card', async () => {
    const subscriber = await failing()
    await subscriber.advance(SECOND + HOUR)
    expect(await subscriber.latestInvoice()).toMatchObject({ attempt_count: 2, next_payment_attempt: THIRD })
    await changeCard(stripe, subscriber.customer, 'pm_card_mastercard')
    await subscriber.advance(THIRD + HOUR)
    expect(await subscriber.latestInvoice()).toMatchObject({
      status: 'paid',
      attempt_count: 3,
      next_payment_attempt: null,
    })
    expect((await subscriber.now()).status).toBe('active')
    const failure = ['charge.failed', 'payment_intent.payment_failed', 'invoice.payment_failed']
    expect(await subscriber.eventsAfter(RENEWAL)).toEqual([
      ...['invoice.finalized', 'payment_intent.created', ...failure, 'customer.subscription.updated'].map((type) => [
        type,
        momentOf(FIRST),
      ]),
      ...failure.map((type) => [type, momentOf(SECOND)]),
      ...[...PAID, 'customer.subscription.updated'].map((type) => [type, momentOf(THIRD)]),
    ])
    const history = await historyOf(stripe, subscriber.customer)
    expect(history.findLast(({ type }) => type === 'customer.subscription.updated')?.previous).toEqual({
      status: 'past_due',
    })
  })

  test('a declined renewal ends the subscription after the last retry', async () => {
    const subscriber = await failing()
    await subscriber.advance(LAST - 1)
    expect((await subscriber.now()).status).toBe('past_due')
    await subscriber.advance(LAST)
    expect(await subscriber.now()).toMatchObject({
      status: 'canceled',
      ended_at: LAST,
      cancellation_details: { reason: 'payment_failed' },
    })
    expect(await subscriber.latestInvoice()).toMatchObject({
      status: 'open',
      attempt_count: 4,
      next_payment_attempt: null,
      auto_advance: false,
    })
    const events = await subscriber.eventsAfter(THIRD)
    expect(events.map(([type]) => type)).toEqual([
      'charge.failed',
      'payment_intent.payment_failed',
      'invoice.payment_failed',
      'customer.subscription.deleted',
    ])
    await subscriber.advance(LAST + 40 * DAY)
    expect(await subscriber.eventsAfter(LAST)).toEqual([])
  })

  test('a renewal can be made to fail once with any card, and its retry succeeds', async () => {
    const subscriber = await onClock()
    await emulator.control.failNextRenewal(subscriber.id)
    await subscriber.advance(FIRST)
    expect((await subscriber.now()).status).toBe('past_due')
    await subscriber.advance(SECOND)
    expect((await subscriber.now()).status).toBe('active')
    expect(await subscriber.latestInvoice()).toMatchObject({ status: 'paid', attempt_count: 2 })
  })

  test('a renewal fails if the card was detached', async () => {
    const subscriber = await onClock()
    const { data } = await stripe.paymentMethods.list({ customer: subscriber.customer })
    await stripe.paymentMethods.detach(data[0]?.id ?? '')
    await subscriber.advance(FIRST)
    expect((await subscriber.now()).status).toBe('past_due')
    const types = (await subscriber.eventsAfter(RENEWAL)).map(([type]) => type)
    expect(types).toContain('invoice.payment_failed')
    expect(types).not.toContain('charge.failed')
  })

  test('a renewal with a 3-D Secure card requires authentication', async () => {
    const subscriber = await onClock()
    await changeCard(stripe, subscriber.customer, 'pm_card_authenticationRequired')
    await subscriber.advance(FIRST)
    expect((await subscriber.now()).status).toBe('past_due')
    expect((await subscriber.eventsAfter(RENEWAL)).map(([type]) => type)).toContain('invoice.payment_action_required')

    const invoice = await subscriber.latestInvoice()
    const page = await fetch(invoice.hosted_invoice_url ?? '')
    expect(await page.text()).toContain('Complete authentication and pay')
    await fetch(invoice.hosted_invoice_url ?? '', { method: 'POST' })
    expect(await subscriber.latestInvoice()).toMatchObject({ status: 'paid' })
    expect((await subscriber.now()).status).toBe('active')
  })
})

test('a subscription that starts at the end of a month renews at the ends of months for two years', {
  timeout: 30_000,
}, async () => {
  const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const monthEnd = (anchorDay: number, month: number) => {
    const [year, inYear] = [2026 + Math.floor(month / 12), month % 12]
    return Date.UTC(year, inYear, Math.min(anchorDay, lastDay(year, inYear)), 12) / 1_000
  }
  const { stripe, close } = await startStripe()
  const price = await newPlan(stripe)
  for (let month = 0; month < 24; month += 1) {
    const day = lastDay(2026 + Math.floor(month / 12), month % 12)
    const start = monthEnd(day, month)
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start })
    const { id: customer } = await newSubscriber(stripe, 'pm_card_visa', { test_clock: clock.id })
    const { id } = await stripe.subscriptions.create({ customer, items: [{ price: price.id }] })
    for (let later = 2; later <= 24; later += 2) await advanceClock(stripe, clock.id, monthEnd(day, month + later))
    const { data } = await stripe.invoices.list({ subscription: id, limit: 100 })
    const starts = data.map(({ lines }) => momentOf(lines.data[0]?.period.start)).reverse()
    const expected = Array.from({ length: 25 }, (_, later) => momentOf(monthEnd(day, month + later)))
    expect(starts).toEqual(expected)
  }
  await close()
})

test('a first payment that never comes lets the subscription expire after 23 hours', async () => {
  const subscriber = await onClock({ card: 'pm_card_chargeCustomerFail' })
  expect((await subscriber.now()).status).toBe('incomplete')
  await subscriber.advance(at(START) + 23 * HOUR - 1)
  expect((await subscriber.now()).status).toBe('incomplete')
  await subscriber.advance(at(START) + 23 * HOUR)
  expect(await subscriber.now()).toMatchObject({ status: 'incomplete_expired', ended_at: at(START) + 23 * HOUR })
  expect(await subscriber.latestInvoice()).toMatchObject({ status: 'void' })
  expect(await subscriber.eventsAfter(at(START))).toEqual(
    ['payment_intent.canceled', 'invoice.voided', 'customer.subscription.updated'].map((type) => [
      type,
      momentOf(at(START) + 23 * HOUR),
    ]),
  )
})
