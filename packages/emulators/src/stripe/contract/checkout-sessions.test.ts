import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { newCustomer, newMonthlyPrice, newPrice } from '../testing/stripe-objects.ts'
import { expectNotAllowed, refusal, stripe, unique } from '../testing/stripe-under-test.ts'

const INVALID = 'StripeInvalidRequestError'
const MINUTE = 60
const DAY = 24 * 60 * MINUTE

type Given = Stripe.Checkout.SessionCreateParams

const line = (amount: number, given: { name?: string; currency?: string } = {}) => ({
  quantity: 1,
  price_data: {
    currency: given.currency ?? 'usd',
    unit_amount: amount,
    product_data: { name: given.name ?? 'Coupé' },
  },
})

const newSession = (given: Given = {}) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [line(1_500)],
    success_url: 'https://store.example/thanks?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://store.example/cart',
    ...given,
  })

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds

describe('a checkout session', () => {
  test('a checkout session is open and unpaid, adds up its lines and has a page to pay on', async () => {
    const session = await newSession({ line_items: [line(1_500), line(700)] })
    expect(session.id).toMatch(/^cs_test_/)
    expect(session.url).toMatch(/^https?:\/\//)
    expect(session).toMatchObject({
      object: 'checkout.session',
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      currency: 'usd',
      amount_subtotal: 2_200,
      amount_total: 2_200,
      total_details: { amount_discount: 0, amount_tax: 0 },
      livemode: false,
    })
  })

  test('a checkout session has no payment until the customer pays', async () => {
    const { id } = await newSession()
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      payment_intent: null,
      subscription: null,
      invoice: null,
    })
  })

  test('a checkout session multiplies existing prices by their quantity', async () => {
    const [one, other] = [await newPrice({ unit_amount: 1_500 }), await newPrice({ unit_amount: 250 })]
    const session = await newSession({
      line_items: [
        { price: one.id, quantity: 1 },
        { price: other.id, quantity: 3 },
      ],
    })
    expect(session.amount_total).toBe(2_250)
  })

  test('a checkout session returns the metadata and reference of the store', async () => {
    const customer = await newCustomer()
    const { id } = await newSession({
      customer: customer.id,
      client_reference_id: 'order-7',
      metadata: { order: '7' },
      payment_intent_data: { metadata: { order: '7' } },
    })
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      customer: customer.id,
      client_reference_id: 'order-7',
      metadata: { order: '7' },
      success_url: 'https://store.example/thanks?session={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://store.example/cart',
    })
  })

  test('a checkout session keeps the e-mail address of a guest', async () => {
    const email = `${unique('guest')}@customer.example`
    expect(await newSession({ customer_email: email })).toMatchObject({ customer: null, customer_email: email })
  })

  test('a checkout session takes new metadata while it is open', async () => {
    const { id } = await newSession({ metadata: { order: '7' } })
    const updated = await stripe.checkout.sessions.update(id, { metadata: { try: '2' } })
    expect(updated.metadata).toEqual({ order: '7', try: '2' })
  })

  test('a checkout session is in the list of its customer', async () => {
    const customer = await newCustomer()
    const session = await newSession({ customer: customer.id })
    const { data } = await stripe.checkout.sessions.list({ customer: customer.id })
    expect(data.map(({ id }) => id)).toEqual([session.id])
  })

  test('a checkout session that does not exist cannot be read', async () => {
    const refused = await refusal(stripe.checkout.sessions.retrieve(unique('cs_test')))
    expect(refused).toMatchObject({ type: INVALID, statusCode: 404, code: 'resource_missing' })
  })
})

describe('the lines of a checkout session', () => {
  const named = () => newSession({ line_items: [line(1_500, { name: 'Coupé' }), line(700, { name: 'Trailer' })] })

  test('the lines of a checkout session are included when expanded', async () => {
    const { id } = await named()
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] })
    const lines = session.line_items?.data ?? []
    expect(lines.map(({ description }) => description).sort()).toEqual(['Coupé', 'Trailer'])
    expect(lines.find(({ description }) => description === 'Trailer')).toMatchObject({
      object: 'item',
      quantity: 1,
      currency: 'usd',
      amount_subtotal: 700,
      amount_discount: 0,
      amount_total: 700,
      price: { unit_amount: 700, type: 'one_time' },
    })
  })

  test('the lines of a checkout session are omitted by default', async () => {
    expect(await named()).not.toHaveProperty('line_items')
  })

  test('the lines of a checkout session can be read page by page', async () => {
    const { id } = await named()
    const page = await stripe.checkout.sessions.listLineItems(id, { limit: 1 })
    expect(page.has_more).toBe(true)
    const next = await stripe.checkout.sessions.listLineItems(id, { limit: 1, starting_after: page.data[0]?.id ?? '' })
    expect(next.has_more).toBe(false)
    const names = [...page.data, ...next.data].map(({ description }) => description)
    expect(names.sort()).toEqual(['Coupé', 'Trailer'])
  })

  test.each<[string, () => Promise<Given>]>([
    ['are missing', async () => ({ line_items: [] })],
    ['mix currencies', async () => ({ line_items: [line(1_500), line(700, { currency: 'eur' })] })],
    ['are more than a hundred', async () => ({ line_items: Array.from({ length: 101 }, () => line(100)) })],
    ['name a price that does not exist', async () => ({ line_items: [{ price: unique('price'), quantity: 1 }] })],
    [
      'name an inactive price',
      async () => {
        const { id } = await newPrice()
        await stripe.prices.update(id, { active: false })
        return { line_items: [{ price: id, quantity: 1 }] }
      },
    ],
    [
      'are one-time in payment mode but have a recurring price',
      async () => ({ line_items: [{ price: (await newMonthlyPrice()).id, quantity: 1 }] }),
    ],
    [
      'are recurring in subscription mode but have a one-time price',
      async () => ({ mode: 'subscription', line_items: [{ price: (await newPrice()).id, quantity: 1 }] }),
    ],
  ])('the lines of a checkout session are refused when they %s', async (_what, given) => {
    const parameters = await given()
    await expectNotAllowed(newSession(parameters))
  })

  test('the lines of a checkout session are refused when they add up to less than a card can pay', async () => {
    const refused = await refusal(newSession({ line_items: [line(10)] }))
    expect(refused).toMatchObject({ type: INVALID, code: 'amount_too_small' })
  })
})

describe('a checkout session is refused', () => {
  test('a checkout session without a return URL is refused', async () => {
    const refused = await refusal(stripe.checkout.sessions.create({ mode: 'payment', line_items: [line(1_500)] }))
    expect(refused).toMatchObject({ type: INVALID, param: 'success_url' })
  })

  test('a checkout session with an invalid return URL is refused', async () => {
    const refused = await refusal(newSession({ success_url: 'thanks' }))
    expect(refused).toMatchObject({ type: INVALID, code: 'url_invalid', param: 'success_url' })
  })

  test('a checkout session with both a customer and an e-mail address is refused', async () => {
    const customer = await newCustomer()
    await expectNotAllowed(newSession({ customer: customer.id, customer_email: 'ada@customer.example' }))
  })

  test('a checkout session with an unknown customer is refused', async () => {
    const refused = await refusal(newSession({ customer: unique('cus') }))
    expect(refused).toMatchObject({ type: INVALID, code: 'resource_missing', param: 'customer' })
  })

  test.each<[string, Given]>([
    ['a subscription in a single payment', { subscription_data: { metadata: { user: '7' } } }],
    [
      'a single payment in a subscription',
      {
        mode: 'subscription',
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: 'usd',
              unit_amount: 1_000,
              product_data: { name: 'Premium' },
              recurring: { interval: 'month' },
            },
          },
        ],
        payment_intent_data: { metadata: { order: '7' } },
      },
    ],
  ])('a checkout session is refused with the settings of %s', async (_what, given) => {
    await expectNotAllowed(newSession(given))
  })
})

describe('a checkout session for a subscription', () => {
  test('a checkout session has no subscription until the customer pays', async () => {
    const customer = await newCustomer()
    const price = await newMonthlyPrice(1_000)
    const session = await newSession({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: price.id, quantity: 1 }],
      subscription_data: { metadata: { user: '7' } },
    })
    expect(session).toMatchObject({
      mode: 'subscription',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 1_000,
      subscription: null,
      payment_intent: null,
    })
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([])
  })
})

describe('the end of a checkout session', () => {
  test('a checkout session expires after a day by default', async () => {
    const { created, expires_at } = await newSession()
    expect(Math.abs(expires_at - created - DAY)).toBeLessThan(MINUTE)
  })

  test('the store can set the expiry of a checkout session between half an hour and a day', async () => {
    const expires_at = inSeconds(45 * MINUTE)
    expect((await newSession({ expires_at })).expires_at).toBe(expires_at)
  })

  test.each([
    ['soon', 10 * MINUTE],
    ['late', 25 * 60 * MINUTE],
  ])('a checkout session cannot expire too %s', async (_when, seconds) => {
    const refused = await refusal(newSession({ expires_at: inSeconds(seconds) }))
    expect(refused).toMatchObject({ type: INVALID, param: 'expires_at' })
  })

  test('expiring a checkout session closes its page', async () => {
    const { id } = await newSession()
    expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ id, status: 'expired', url: null })
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired', payment_status: 'unpaid' })
  })

  test('a checkout session cannot be expired twice', async () => {
    const { id } = await newSession()
    await stripe.checkout.sessions.expire(id)
    await expectNotAllowed(stripe.checkout.sessions.expire(id))
  })
})
