import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { stripeForThisFile } from '../testing/stripe-for-this-file.ts'

type Given = Stripe.Checkout.SessionCreateParams

const emulator = await stripeForThisFile()
const { stripe } = emulator

const line = (unit_amount: number, data: Partial<Stripe.Checkout.SessionCreateParams.LineItem.PriceData> = {}) => ({
  quantity: 1,
  price_data: { currency: 'usd', unit_amount, product_data: { name: 'Coupé' }, ...data },
})
const MONTHLY = { recurring: { interval: 'month' } } as const

const newSession = (given: Given = {}) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [line(1_500)],
    success_url: 'https://store.example/thanks',
    ...given,
  })

const inMinutes = (minutes: number) => Math.floor(Date.now() / 1_000) + 60 * minutes

describe('a session is refused in Stripe’s words', () => {
  test.each<[string, Given, object]>([
    ['without lines', { line_items: [] }, { code: 'parameter_missing', param: 'line_items' }],
    [
      'with a price that is unknown',
      { line_items: [line(1_500), { price: 'price_unknown', quantity: 1 }] },
      { code: 'resource_missing', param: 'line_items[1][price]', message: "No such price: 'price_unknown'" },
    ],
    [
      'with a line that has no price',
      { line_items: [{ quantity: 1 }] },
      { code: 'parameter_missing', param: 'line_items[0][price]' },
    ],
    [
      'with a line that has no quantity',
      { line_items: [{ price_data: { currency: 'usd', unit_amount: 100, product_data: { name: 'Coupé' } } }] },
      { message: 'Quantity is required. Add `quantity` to `line_items[0]`' },
    ],
    [
      'with a quantity of zero',
      { line_items: [{ ...line(100), quantity: 0 }] },
      { code: 'parameter_invalid_integer', param: 'line_items[0][quantity]' },
    ],
    [
      'with two currencies',
      { line_items: [line(1_500), line(700, { currency: 'eur' })] },
      {
        message: "The price specified only supports `eur`. This doesn't match the expected currency: `usd`.",
        param: 'line_items[1]',
      },
    ],
    [
      'with a recurring price in payment mode',
      { line_items: [line(1_500, MONTHLY)] },
      {
        message:
          'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      },
    ],
    [
      'with no recurring price in subscription mode',
      { mode: 'subscription' },
      { message: 'You must provide at least one recurring price in `subscription` mode when using prices.' },
    ],
    [
      'with less than fifty cents',
      { line_items: [line(49)] },
      {
        code: 'amount_too_small',
        message: "The Checkout Session's total amount due must add up to at least $0.50 usd",
      },
    ],
    [
      'with more than a hundred lines',
      { line_items: Array.from({ length: 101 }, () => line(100)) },
      { param: 'line_items' },
    ],
    [
      'with more than twenty lines of a subscription',
      { mode: 'subscription', line_items: Array.from({ length: 21 }, () => line(100, MONTHLY)) },
      { param: 'line_items' },
    ],
    [
      'with a customer and an email address',
      { customer: 'cus_1', customer_email: 'ada@customer.example' },
      { message: 'You may only specify one of these parameters: customer, customer_email.', param: 'customer' },
    ],
    [
      'with a customer and customer_creation',
      { customer: 'cus_1', customer_creation: 'always' },
      { message: 'You may only specify one of these parameters: customer, customer_creation.' },
    ],
    [
      'with customer_creation for a subscription',
      { mode: 'subscription', customer_creation: 'always', line_items: [line(100, MONTHLY)] },
      { message: '`customer_creation` can only be used in `payment` mode.' },
    ],
    [
      'with payment_method_collection in payment mode',
      { payment_method_collection: 'if_required' },
      { message: 'You can only set `payment_method_collection` if there are recurring prices.' },
    ],
    [
      'with payment_intent_data in subscription mode',
      { mode: 'subscription', payment_intent_data: { description: 'x' }, line_items: [line(100, MONTHLY)] },
      { message: 'You can not pass `payment_intent_data` in `subscription` mode.' },
    ],
    [
      'with subscription_data in payment mode',
      { subscription_data: { description: 'x' } },
      { message: 'You can not pass `subscription_data` in `payment` mode.' },
    ],
    ['with an invalid email address', { customer_email: 'ada' }, { code: 'email_invalid', param: 'customer_email' }],
    ['with an invalid return URL', { cancel_url: 'javascript:1' }, { code: 'url_invalid', param: 'cancel_url' }],
    [
      'with an expiry that is too early',
      { expires_at: inMinutes(29) },
      { message: 'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.' },
    ],
    [
      'with an expiry that is too late',
      { expires_at: inMinutes(24 * 60 + 1) },
      { message: 'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.' },
    ],
  ])('a session %s is refused with Stripe’s message', async (_what, given, refusal) => {
    await expect(newSession(given)).rejects.toMatchObject({ statusCode: expect.toBeOneOf([400, 404]), ...refusal })
  })

  test('a session with an inactive price is refused with Stripe’s message', async () => {
    const price = await stripe.prices.create({ currency: 'usd', unit_amount: 500, product_data: { name: 'Coupé' } })
    await stripe.prices.update(price.id, { active: false })
    await expect(newSession({ line_items: [{ price: price.id, quantity: 1 }] })).rejects.toMatchObject({
      message: 'The price specified is inactive. This field only accepts active prices.',
      param: 'line_items[0][price]',
    })
  })

  test('a refused session leaves no product or price behind', async () => {
    const before = await stripe.products.list({ limit: 1 })
    await expect(newSession({ line_items: [line(20), line(20)] })).rejects.toThrow('at least $0.50')
    await expect(newSession({ line_items: [line(500), line(500, { currency: 'eur' })] })).rejects.toThrow('currency')
    expect((await stripe.products.list({ limit: 1 })).data).toEqual(before.data)
  })
})

describe('Stripe features that the emulator does not support', () => {
  test.each<[string, Given]>([
    ['setup mode', { mode: 'setup' }],
    ['another user interface', { ui_mode: 'embedded_page' }],
    ['taxes', { automatic_tax: { enabled: true } }],
    ['invoices for single payments', { invoice_creation: { enabled: true } }],
    ['billing addresses', { billing_address_collection: 'required' }],
    ['payment methods other than cards', { allowed_payment_method_types: ['card', 'klarna'] }],
    ['single payments beside a subscription', { mode: 'subscription', line_items: [line(100), line(100, MONTHLY)] }],
  ])('an unsupported feature of Stripe gets 501: %s', async (_what, given) => {
    await expect(newSession(given)).rejects.toMatchObject({ statusCode: 501, code: 'not_emulated' })
  })

  test('a disabled unsupported feature is accepted', async () => {
    const session = await newSession({
      ui_mode: 'hosted_page',
      automatic_tax: { enabled: false },
      invoice_creation: { enabled: false },
      allowed_payment_method_types: ['card'],
      billing_address_collection: 'auto',
    })
    expect(session).toMatchObject({ ui_mode: 'hosted_page', allowed_payment_method_types: ['card'], status: 'open' })
  })
})

test('sessions are listed by status, e-mail address and customer', async () => {
  const customer = await stripe.customers.create({ email: 'list@customer.example' })
  const [one, other] = [await newSession({ customer: customer.id }), await newSession({ customer: customer.id })]
  await stripe.checkout.sessions.expire(one.id)
  const listed = async (given: Stripe.Checkout.SessionListParams) =>
    (await stripe.checkout.sessions.list(given)).data.map(({ id }) => id)

  expect(await listed({ customer: customer.id })).toEqual([other.id, one.id])
  expect(await listed({ customer: customer.id, status: 'expired' })).toEqual([one.id])
  expect(await listed({ customer_details: { email: 'list@customer.example' } })).toEqual([other.id, one.id])
  expect(await listed({ customer_details: { email: 'nobody@customer.example' } })).toEqual([])
  expect(await listed({ payment_intent: 'pi_unknown' })).toEqual([])
})

test('the lines of a session keep their order across the pages of a list', async () => {
  const names = Array.from({ length: 25 }, (_, number) => `Car ${number}`)
  const { id } = await newSession({
    line_items: names.map((name) => line(100, { product_data: { name } })),
  })
  const lines = await stripe.checkout.sessions.listLineItems(id, { limit: 10 }).autoPagingToArray({ limit: 100 })
  expect(lines.map(({ description }) => description)).toEqual(names)
})

test('a session expires when its time is up, with an event', async () => {
  const { id } = await newSession({ expires_at: inMinutes(31) })
  await emulator.control.advance({ minutes: 30 })
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open')
  await emulator.control.advance({ minutes: 1 })
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired', url: null })
  const { data } = await stripe.events.list({ type: 'checkout.session.expired', limit: 1 })
  expect(data[0]?.data.object).toMatchObject({ id, status: 'expired' })
})
