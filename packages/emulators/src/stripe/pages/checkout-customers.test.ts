import type Stripe from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { buyerOf, DECLINED, THREE_D_SECURE, TYPED } from '../testing/buyer.ts'
import { stripeForThisFile } from '../testing/stripe-for-this-file.ts'

const emulator = await stripeForThisFile()
const { stripe } = emulator
const buyer = buyerOf(emulator.address)
beforeEach(() => emulator.control.reset())

const newSession = (given: Stripe.Checkout.SessionCreateParams = {}) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 900, product_data: { name: 'Premium' } } }],
    success_url: 'https://store.example/thanks?session={CHECKOUT_SESSION_ID}',
    ...given,
  })
const newSubscriptionSession = (given: Stripe.Checkout.SessionCreateParams = {}) =>
  newSession({
    mode: 'subscription',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: 900,
          product_data: { name: 'Premium' },
          recurring: { interval: 'month' },
        },
      },
    ],
    ...given,
  })
const read = ({ id }: { id: string }) => stripe.checkout.sessions.retrieve(id)
const eventTypes = async () => (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).reverse()
const paid = async () => (await emulator.control.money()).usd?.paid ?? 0
const customers = async () => (await stripe.customers.list()).data

describe('a single payment', () => {
  test('a payment creates a customer on request, once for all attempts', async () => {
    const session = await newSession({ customer_creation: 'always' })
    await buyer.submit(session, { number: DECLINED, email: 'first@customer.example' })
    await buyer.submit(session)
    const [customer, ...others] = await customers()
    expect(others).toEqual([])
    expect(customer?.email).toBe(TYPED.email)
    expect((await read(session)).customer).toBe(customer?.id)
    expect(await eventTypes()).toContain('customer.created')
  })

  test('a payment saves the card for future use on request', async () => {
    const session = await newSession({ payment_intent_data: { setup_future_usage: 'off_session' } })
    await buyer.submit(session)
    const [customer] = await customers()
    const saved = await stripe.customers.listPaymentMethods(customer?.id ?? '')
    expect(saved.data).toMatchObject([{ card: { last4: '4242' } }])
  })

  test("a payment uses the customer's e-mail address, whatever is typed", async () => {
    const customer = await stripe.customers.create({ email: 'known@customer.example' })
    const session = await newSession({ customer: customer.id })
    expect((await buyer.open(session)).page).toMatch(/value="known@customer.example"[^>]*readonly/)
    await buyer.submit(session)
    expect(await read(session)).toMatchObject({
      customer: customer.id,
      customer_details: { email: 'known@customer.example' },
    })
  })

  test('a payment saves the typed e-mail address for a customer without one', async () => {
    const customer = await stripe.customers.create({ name: 'Ada' })
    await buyer.submit(await newSession({ customer: customer.id }))
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ email: TYPED.email })
    expect(await eventTypes()).toContain('customer.updated')
  })
})

describe('a subscription', () => {
  test('a subscription begins with its first payment and belongs to a customer with a saved card', async () => {
    const session = await newSubscriptionSession({
      subscription_data: { metadata: { user: '7' }, description: 'Plan' },
    })
    const { page } = await buyer.open(session)
    expect(page).toContain('Subscribe to Premium')
    expect(page).toContain('per month')
    const { location } = await buyer.submit(session)
    expect(location).toBe(`https://store.example/thanks?session=${session.id}`)

    const done = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['subscription.default_payment_method', 'invoice', 'customer'],
    })
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      payment_intent: null,
      customer: { email: TYPED.email },
      subscription: {
        status: 'active',
        metadata: { user: '7' },
        description: 'Plan',
        default_payment_method: { card: { last4: '4242' } },
      },
      invoice: { status: 'paid', amount_paid: 900, billing_reason: 'subscription_create' },
    })
    const types = await eventTypes()
    const told = ['customer.created', 'customer.subscription.created', 'invoice.paid', 'checkout.session.completed']
    expect(told.every((type) => types.filter((one) => one === type).length === 1)).toBe(true)
    expect(types.indexOf('customer.created')).toBeLessThan(types.indexOf('customer.subscription.created'))
    expect(types.at(-1)).toBe('checkout.session.completed')
    expect(await paid()).toBe(900)
  })

  test('a subscription starts once, after 3-D Secure and not with a declined card', async () => {
    const session = await newSubscriptionSession()
    expect((await buyer.submit(session, { number: DECLINED })).page).toContain('Your card was declined.')
    const waiting = await buyer.submit(session, { number: THREE_D_SECURE })
    expect(waiting.location).toBe(`/c/pay/${session.id}/authenticate`)
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
    expect((await buyer.authenticate(session, 'fail')).page).toContain('We are unable to authenticate')

    await buyer.submit(session, { number: THREE_D_SECURE })
    await Promise.all([buyer.authenticate(session, 'complete'), buyer.authenticate(session, 'complete')])
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toMatchObject([{ status: 'active' }])
    expect(await customers()).toHaveLength(1)
    expect(await paid()).toBe(900)
  })
})
