import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import type { PastPayment } from './history.ts'
import { stripeForThisFile } from './testing/stripe-for-this-file.ts'

const { stripe, control } = await stripeForThisFile()

const DAY = 24 * 60 * 60
const AGO = Math.floor(Date.now() / 1_000) - 40 * DAY

const PAYMENT: PastPayment = {
  session: 'cs_test_past_1',
  paymentIntent: 'pi_past_1',
  at: AGO,
  email: 'buyer@customer.example',
  description: 'Order 1',
  metadata: { order: 'first' },
  lines: [
    { title: 'Coupé', amount: 1_500 },
    { title: 'Gift', amount: 0 },
    { title: 'Truck', amount: 700 },
  ],
  refunds: [{ id: 're_past_1', at: AGO + DAY, amount: 700, metadata: { refund: 'key' } }],
  disputes: [{ id: 'du_past_1', at: AGO + 2 * DAY, reason: 'fraudulent', outcome: 'won' }],
}

test('imported payments keep ids, times, refunds and disputes, and send no events', async () => {
  expect(await control.rememberPayments([PAYMENT])).toEqual({ remembered: 1 })

  const session = await stripe.checkout.sessions.retrieve('cs_test_past_1', {
    expand: ['payment_intent.latest_charge', 'line_items'],
  })
  expect(session).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    amount_total: 2_200,
    created: AGO,
    metadata: { order: 'first' },
    payment_intent: {
      id: 'pi_past_1',
      status: 'succeeded',
      latest_charge: { created: AGO, paid: true, amount_refunded: 700, disputed: true, metadata: { order: 'first' } },
    },
  })
  const { data: charges } = await stripe.charges.list({ created: { gte: AGO, lte: AGO } })
  expect(charges).toMatchObject([{ payment_intent: 'pi_past_1', amount_captured: 2_200 }])
  const { data: refunds } = await stripe.refunds.list({ payment_intent: 'pi_past_1' })
  expect(refunds).toMatchObject([{ id: 're_past_1', amount: 700, created: AGO + DAY, metadata: { refund: 'key' } }])
  const { data: disputes } = await stripe.disputes.list({ payment_intent: 'pi_past_1' })
  expect(disputes).toMatchObject([{ id: 'du_past_1', amount: 1_500, created: AGO + 2 * DAY, status: 'won' }])

  expect(await control.money({ order: 'first' })).toMatchObject({ usd: { paid: 2_200, refunded: 700, disputed: 0 } })
  expect((await stripe.events.list()).data).toEqual([])
  expect((await control.deliveries()).deliveries).toEqual([])
})

test('importing again does not change known payments', async () => {
  const twice = { ...PAYMENT, session: 'cs_test_past_2', paymentIntent: 'pi_past_2', refunds: [], disputes: [] }
  await control.rememberPayments([twice])
  await stripe.refunds.create({ payment_intent: 'pi_past_2', amount: 100 })
  expect(await control.rememberPayments([twice])).toEqual({ remembered: 0 })
  const { data: refunds } = await stripe.refunds.list({ payment_intent: 'pi_past_2' })
  expect(refunds.map(({ amount }) => amount)).toEqual([100])
})

test('an imported subscription has renewed, ended or failed since its start, sends no events, and is imported once', async () => {
  // Its renewal was two to five days ago, depending on the length of the month, so retries are left.
  const begun = AGO + 7 * DAY
  const { id: product } = await stripe.products.create({ name: 'Premium' })
  const { id: price } = await stripe.prices.create({
    ...{ product, currency: 'usd', unit_amount: 699 },
    recurring: { interval: 'month' },
  })
  const before = (await stripe.events.list()).data.length
  const history = (['renews', 'canceled', 'declined'] as const).map((fate) => ({
    ...{ at: begun, email: 'buyer@customer.example', price, fate },
    metadata: { subscription: fate },
  }))
  const { sessions } = await control.rememberMembers(history)
  const found = []
  for (const session of sessions) {
    const { subscription } = await stripe.checkout.sessions.retrieve(session, { expand: ['subscription'] })
    const { id, status, created } = subscription as Stripe.Subscription
    const { data: invoices } = await stripe.invoices.list({ subscription: id })
    found.push([status, created, invoices.map((invoice) => invoice.status)])
  }
  expect(found).toEqual([
    ['active', begun, ['paid', 'paid']],
    ['canceled', begun, ['paid']],
    ['past_due', begun, ['open', 'paid']],
  ])
  expect(await control.rememberMembers(history)).toEqual({ sessions })
  expect((await stripe.events.list()).data).toHaveLength(before)
})
