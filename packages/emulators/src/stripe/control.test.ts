import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startStripe } from './testing/start-stripe.ts'
import { startReceiver } from './testing/webhook-receiver.ts'

type Running = Awaited<ReturnType<typeof startStripe>>
type SessionParams = Stripe.Checkout.SessionCreateParams

let receiver: Awaited<ReturnType<typeof startReceiver>>
let running: Running
let stripe: Stripe
let control: Running['control']

beforeEach(async () => {
  receiver = await startReceiver()
  running = await startStripe({
    webhook: receiver.webhook,
    client: { maxNetworkRetries: 2, timeout: 1_000 },
  })
  stripe = running.stripe
  control = running.control
})

afterEach(async () => {
  await running.close()
  await receiver.close()
})

const pay = (amount = 1_500, given: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({ amount, currency: 'usd', payment_method: 'pm_card_visa', confirm: true, ...given })

const newSession = (given: Partial<SessionParams> = {}) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'https://store.example/thanks',
    line_items: [{ quantity: 2, price_data: { currency: 'usd', unit_amount: 750, product_data: { name: 'Coupé' } } }],
    ...given,
  })

/** A session whose payment starts a subscription of $10 a month. */
const newSubscriptionSession = () =>
  newSession({
    mode: 'subscription',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: 1_000,
          product_data: { name: 'Season pass' },
          recurring: { interval: 'month' },
        },
      },
    ],
  })

const subscribe = async () => {
  const { id } = await newSubscriptionSession()
  const { subscription } = await control.complete({ session: id })
  return subscription as string
}

const eventsOf = async (type: string) => (await stripe.events.list({ type })).data
const typesSince = async (before: number) =>
  (await stripe.events.list({ limit: 100 })).data
    .reverse()
    .slice(before)
    .map(({ type }) => type)
const countEvents = async () => (await stripe.events.list({ limit: 100 })).data.length

describe('time', () => {
  test('the clock advances by the requested time, in any unit, and stays ahead', async () => {
    const { now, skew } = await control.clock()
    expect(skew).toBe(0)
    expect(Math.abs(now - Date.now() / 1000)).toBeLessThan(3)
    const later = await control.advance({ days: 1, hours: 2, minutes: 3, seconds: 4 })
    expect(later.skew).toBe(93_784)
    expect((await stripe.customers.create()).created - now).toBeGreaterThanOrEqual(93_784)
    expect((await control.clock()).skew).toBe(93_784)
  })

  test('the clock does not go back and does not stop', async () => {
    await expect(control.advance({ days: -1 })).rejects.toThrow('400')
    await expect(control.advance({})).rejects.toThrow('400')
  })

  test('advancing the clock expires a session', async () => {
    const { id } = await newSession()
    await control.advance({ hours: 25 })
    const [event] = await eventsOf('checkout.session.expired')
    expect(event?.data.object).toMatchObject({ id, status: 'expired' })
    expect(event?.request?.id ?? null).toBeNull()
  })
})

describe('sessions', () => {
  test('sessions can be paid without opening their page', async () => {
    const { id } = await newSession()
    const paid = await control.complete({ session: id, email: 'ada@customer.example' })
    expect(paid).toMatchObject({ id, status: 'complete', payment_status: 'paid', amount_total: 1_500 })
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: 'complete',
      customer_details: { email: 'ada@customer.example' },
    })
    await control.settled()
    expect(receiver.events().map(({ type }) => type)).toContain('checkout.session.completed')
  })

  test('a card that is declined leaves the session open', async () => {
    const { id } = await newSession()
    await expect(control.complete({ session: id, card: 'pm_card_visa_chargeDeclined' })).rejects.toThrow(
      '402 {"statusCode":402,"error":"Payment Required","message":"Your card was declined."}',
    )
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open')
    expect(await control.money()).toEqual({})
    expect(await control.complete({ session: id })).toMatchObject({ status: 'complete' })
  })

  test('a payment through the control API counts a 3-D Secure card as authenticated', async () => {
    const { id } = await newSession()
    expect(await control.complete({ session: id, card: 'pm_card_authenticationRequired' })).toMatchObject({
      status: 'complete',
    })
  })

  test('a subscription begins with its session', async () => {
    const subscription = await subscribe()
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'active' })
    expect(await control.money()).toMatchObject({ usd: { paid: 1_000, payments: 1 } })
  })

  test('only open sessions can be expired from the dashboard', async () => {
    const { id } = await newSession()
    expect(await control.expire(id)).toMatchObject({ id, status: 'expired', url: null })
    expect((await eventsOf('checkout.session.expired'))[0]?.request?.id ?? null).toBeNull()
    await expect(control.expire(id)).rejects.toThrow('The session is expired.')
    await expect(control.complete({ session: id })).rejects.toThrow('The session is expired.')
    await expect(control.expire('cs_nowhere')).rejects.toThrow('No such checkout.session')
  })
})

describe('refunds from the dashboard', () => {
  test('refunds from the dashboard can be partial or full, and their events name no request', async () => {
    const { id } = await pay(1_500)
    expect(await control.refund({ payment_intent: id, amount: 400 })).toMatchObject({ amount: 400 })
    expect(await control.refund({ payment_intent: id })).toMatchObject({ amount: 1_100 })
    await expect(control.refund({ payment_intent: id })).rejects.toThrow('has already been refunded')
    const refunded = await eventsOf('charge.refunded')
    expect(refunded.map(({ request }) => request?.id ?? null)).toEqual([null, null])
    const [paid] = await eventsOf('charge.succeeded')
    expect(paid?.request?.id).toMatch(/^req_/)
  })

  test('refunds from the dashboard accept a charge or a session, including a subscription’s session', async () => {
    const { latest_charge: charge } = await pay(900)
    expect(await control.refund({ charge: charge as string })).toMatchObject({ charge, amount: 900 })
    for (const { id } of [await newSession(), await newSubscriptionSession()]) {
      const { amount_total: amount } = await control.complete({ session: id })
      expect(await control.refund({ session: id })).toMatchObject({ amount })
    }
  })

  test('refunds from the dashboard are refused if nothing was paid', async () => {
    const { id } = await newSession()
    await expect(control.refund({ session: id })).rejects.toThrow('Nothing was paid with this session.')
    await expect(control.refund({ charge: 'ch_nowhere' })).rejects.toThrow('No such charge')
    await expect(control.refund({ payment_intent: (await pay()).id, amount: 1_501 })).rejects.toThrow('greater than')
  })
})

describe('disputes', () => {
  test.each(['won', 'lost'] as const)('a dispute is opened with a reason and then %s', async (outcome) => {
    const { id } = await pay(2_000)
    const before = await countEvents()
    const dispute = await control.dispute({ payment_intent: id, reason: 'product_not_received' })
    expect(dispute).toMatchObject({ amount: 2_000, reason: 'product_not_received', status: 'needs_response' })
    expect(await control.money()).toMatchObject({ usd: { paid: 2_000, disputed: 2_000, net: 0 } })
    expect(await control.closeDispute(dispute.id, outcome)).toMatchObject({ status: outcome })
    expect(await control.money()).toMatchObject({
      usd: outcome === 'won' ? { disputed: 0, net: 2_000 } : { disputed: 2_000, net: 0 },
    })
    expect(await typesSince(before)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      ...(outcome === 'won' ? ['charge.dispute.funds_reinstated'] : []),
      'charge.dispute.closed',
    ])
    await expect(control.closeDispute(dispute.id, 'won')).rejects.toThrow('already closed')
  })

  test('disputes accept the session of a payment', async () => {
    const { id } = await newSession()
    await control.complete({ session: id })
    expect(await control.dispute({ session: id })).toMatchObject({ amount: 1_500, reason: 'fraudulent' })
  })
})

describe('subscriptions', () => {
  test('the next renewal can be made to fail, and its retry succeeds', async () => {
    const subscription = await subscribe()
    await control.failNextRenewal(subscription)
    await control.advance({ days: 32 })
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'past_due' })
    expect(await eventsOf('invoice.payment_failed')).toHaveLength(1)
    await control.advance({ days: 10 })
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'active' })
    expect(await control.money()).toMatchObject({ usd: { paid: 2_000, payments: 2 } })
  })

  test('subscriptions are canceled immediately from the dashboard', async () => {
    const subscription = await subscribe()
    expect(await control.cancelSubscription(subscription)).toMatchObject({ status: 'canceled' })
    const [event] = await eventsOf('customer.subscription.deleted')
    expect(event?.data.object).toMatchObject({ id: subscription, status: 'canceled' })
    expect(event?.request?.id ?? null).toBeNull()
    await expect(control.cancelSubscription(subscription)).rejects.toThrow('The subscription is canceled.')
    await expect(control.failNextRenewal(subscription)).rejects.toThrow('The subscription is canceled.')
  })
})

describe('money', () => {
  test('money is counted per currency: paid, refunded, disputed and net', async () => {
    await pay(1_000)
    const { id } = await pay(2_000)
    await stripe.refunds.create({ payment_intent: id, amount: 300 })
    await control.refund({ payment_intent: id, amount: 200 })
    await pay(4_000, { payment_method: 'pm_card_createDispute' })
    await pay(900, { currency: 'eur' })
    await expect(pay(700, { payment_method: 'pm_card_visa_chargeDeclined' })).rejects.toThrow('declined')
    expect(await control.money()).toEqual({
      usd: { paid: 7_000, refunded: 500, disputed: 4_000, net: 2_500, payments: 3, refunds: 2 },
      eur: { paid: 900, refunded: 0, disputed: 0, net: 900, payments: 1, refunds: 0 },
    })
  })

  test('money can be counted for a single order', async () => {
    const { id } = await pay(1_000, { metadata: { order: 'A 1', run: '7' } })
    await stripe.refunds.create({ payment_intent: id, amount: 100 })
    const other = await pay(2_000, { metadata: { order: 'B 2', run: '7' } })
    await stripe.refunds.create({ payment_intent: other.id })
    expect(await control.money({ order: 'A 1' })).toMatchObject({ usd: { paid: 1_000, refunded: 100, payments: 1 } })
    expect(await control.money({ order: 'A 1', run: '8' })).toEqual({})
    expect(await control.money({ run: '7' })).toMatchObject({ usd: { paid: 3_000, refunded: 2_100, refunds: 2 } })
  })
})

describe('a call whose answer is lost after the work was done', () => {
  test.each(['error-after', 'timeout-after'] as const)(
    'a refund whose response is lost by the fault %s is retried and refunds once',
    async (kind) => {
      const { id } = await pay(1_500)
      await control.fault({ kind, call: 'POST /v1/refunds', times: 1 })
      const refund = await stripe.refunds.create({ payment_intent: id, amount: 500 })
      expect(refund).toMatchObject({ amount: 500, status: 'succeeded' })
      expect(refund.lastResponse.headers['idempotent-replayed']).toBe('true')
      expect((await control.calls()).filter(({ path }) => path === '/v1/refunds')).toHaveLength(2)
      expect((await stripe.refunds.list()).data).toHaveLength(1)
      expect(await control.money()).toMatchObject({ usd: { paid: 1_500, refunded: 500, refunds: 1 } })
      expect(await eventsOf('charge.refunded')).toHaveLength(1)
    },
  )

  test.each(['error-after', 'timeout-after'] as const)(
    'a session whose response is lost by the fault %s is retried and created once',
    async (kind) => {
      await control.fault({ kind, call: 'POST /v1/checkout/sessions', times: 1 })
      const { id, lastResponse } = await newSession()
      expect(lastResponse.headers['idempotent-replayed']).toBe('true')
      expect((await stripe.checkout.sessions.list()).data.map((session) => session.id)).toEqual([id])
      await control.complete({ session: id })
      expect(await control.money()).toMatchObject({ usd: { paid: 1_500, payments: 1 } })
    },
  )

  test.each(['error', 'unavailable'] as const)(
    'a call that fails with the fault %s before it does anything is carried out by the retry',
    async (kind) => {
      await control.fault({ kind, call: 'POST /v1/checkout/sessions', times: 2 })
      const { lastResponse } = await newSession()
      expect(lastResponse.headers['idempotent-replayed']).toBeUndefined()
      expect((await stripe.checkout.sessions.list()).data).toHaveLength(1)
    },
  )
})

describe('the whole account', () => {
  test('an account can be saved and restored', async () => {
    const { id } = await pay(1_000)
    await control.advance({ days: 3 })
    const snapshot = await control.snapshot()
    await control.refund({ payment_intent: id })
    await control.reset()
    expect(await control.money()).toEqual({})

    await control.restore(snapshot)
    expect(await control.snapshot()).toEqual(snapshot)
    expect(await control.money()).toMatchObject({ usd: { paid: 1_000, refunded: 0 } })
    expect((await control.clock()).skew).toBe(3 * 24 * 60 * 60)
    expect(await control.refund({ payment_intent: id })).toMatchObject({ amount: 1_000 })
  })

  test('a large account can be restored', async () => {
    const snapshot = await control.snapshot()
    const customer = await stripe.customers.create({ description: 'x'.repeat(4_000) })
    for (let number = 0; number < 500; number++) snapshot.customers[`cus_${number}`] = customer
    expect(JSON.stringify(snapshot).length).toBeGreaterThan(2_000_000)
    await control.restore(snapshot)
    expect(await stripe.customers.retrieve('cus_499')).toMatchObject({ id: customer.id })
  })

  test('restoring anything but a snapshot is refused', async () => {
    await pay(1_000)
    const { charges, ...rest } = await control.snapshot()
    expect(Object.keys(charges)).toHaveLength(1)
    await expect(control.restore(rest as Awaited<ReturnType<typeof control.snapshot>>)).rejects.toThrow('400')
    expect(await control.money()).toMatchObject({ usd: { paid: 1_000 } })
  })

  test('a reset empties the account, keeps the initial endpoint and delivers events normally again', async () => {
    const given = (await stripe.webhookEndpoints.list()).data
    expect(given).toMatchObject([{ url: receiver.url, enabled_events: ['*'], status: 'enabled' }])
    await stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: ['*'] })
    await control.treatDeliveries({ hold: true })
    await pay(1_000)
    await control.advance({ days: 3 })
    await control.reset()

    expect((await stripe.webhookEndpoints.list()).data.map(({ id }) => id)).toEqual(given.map(({ id }) => id))
    expect((await control.deliveries()).deliveries).toEqual([])
    expect((await control.clock()).skew).toBe(0)
    expect(await countEvents()).toBe(0)
    await stripe.customers.create()
    expect(await control.settled()).toMatchObject({ total: 1, delivered: 1 })
    expect(receiver.events().map(({ type }) => type)).toEqual(['customer.created'])
  })

  test('an account survives a restart, and its initial endpoint gets the store’s new URL', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stripe-'))
    const before = await startStripe({ folder, webhook: { url: 'http://127.0.0.1:9/old', secret: 'whsec_old' } })
    const { id } = await before.stripe.customers.create()
    await before.close()

    const after = await startStripe({ folder, webhook: receiver.webhook })
    expect(await after.stripe.customers.retrieve(id)).toMatchObject({ id })
    await after.stripe.customers.del(id)
    await after.control.settled()
    expect(receiver.events().map(({ type }) => type)).toEqual(['customer.deleted'])
    expect((await after.stripe.webhookEndpoints.list()).data).toMatchObject([{ url: receiver.url }])
    await after.close()
    rmSync(folder, { recursive: true })
  })

  test('a reset cancels deliveries in flight', async () => {
    receiver.answer(() => 'never')
    await control.treatDeliveries({ firstPauseMs: 1, timeoutMs: 200 })
    await stripe.customers.create()
    await expect.poll(() => receiver.received).toHaveLength(1)
    await control.reset()
    expect(await control.settled()).toMatchObject({ total: 0 })
    await stripe.products.create({ name: 'Rim' })
    await expect.poll(() => receiver.received).toHaveLength(2)
    expect(receiver.received[1]?.body).toContain('product.created')
  })
})
