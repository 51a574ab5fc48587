import type Stripe from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { buyerOf, DECLINED, THREE_D_SECURE, TYPED } from '../testing/buyer.ts'
import { stripeForThisFile } from '../testing/stripe-for-this-file.ts'

const emulator = await stripeForThisFile()
const { stripe } = emulator
const buyer = buyerOf(emulator.address)
beforeEach(() => emulator.control.reset())

const SUCCESS = 'https://store.example/thanks?session={CHECKOUT_SESSION_ID}'

const newSession = (given: Stripe.Checkout.SessionCreateParams = {}) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      {
        quantity: 2,
        price_data: {
          currency: 'usd',
          unit_amount: 617,
          product_data: { name: 'Coupé <1>', description: 'Red & fast' },
        },
      },
    ],
    success_url: SUCCESS,
    cancel_url: 'https://store.example/cart',
    ...given,
  })
const read = ({ id }: { id: string }) =>
  stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.payment_method'] })
const eventTypes = async () => (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).reverse()
const paid = async () => (await emulator.control.money()).usd?.paid ?? 0
const intentOf = (session: Stripe.Checkout.Session) => session.payment_intent as Stripe.PaymentIntent

describe('an open session', () => {
  test('an open session shows the items, the total, a link back and the test cards', async () => {
    const { status, page } = await buyer.open(await newSession())
    expect(status).toBe(200)
    expect(page).toContain('Coupé &#60;1&#62;')
    expect(page).toContain('Red &#38; fast')
    expect(page).toContain('Qty 2, $6.17 each')
    expect(page).toContain('Pay $12.34')
    expect(page).toContain('href="https://store.example/cart"')
    for (const number of ['4242 4242 4242 4242', DECLINED, THREE_D_SECURE]) expect(page).toContain(number)
  })

  test('an open session in a currency without cents shows whole amounts', async () => {
    const session = await newSession({
      line_items: [
        { quantity: 1, price_data: { currency: 'jpy', unit_amount: 1_500, product_data: { name: 'Coupé' } } },
      ],
    })
    expect((await buyer.open(session)).page).toContain('Pay ¥1,500')
  })

  test('choosing a test card fills it in and keeps typed values', async () => {
    const session = await newSession()
    const { page } = await buyer.submit(session, {
      number: '',
      expiry: '',
      cvc: '',
      fill: 'pm_card_visa_chargeDeclined',
    })
    expect(page).toContain(`value="${DECLINED}"`)
    expect(page).toContain(`value="${TYPED.email}"`)
    expect(await read(session)).toMatchObject({ status: 'open', payment_intent: null })
  })

  test('an open session shows the store’s own texts, with their links', async () => {
    const session = await newSession({
      custom_text: { submit: { message: 'Read our [terms](https://store.example/terms) <b>' } },
      submit_type: 'donate',
    })
    const { page } = await buyer.open(session)
    expect(page).toContain('Read our <a href="https://store.example/terms">terms</a> &#60;b&#62;')
    expect(page).toContain('Donate $12.34')
  })
})

describe('paying', () => {
  test('paying redirects to the success URL, completes the session and sends events in Stripe’s order', async () => {
    const session = await newSession({
      success_url: `${SUCCESS}&again={CHECKOUT_SESSION_ID}`,
      payment_intent_data: { metadata: { order: '7' }, description: 'Order 7', statement_descriptor_suffix: 'O7' },
    })
    const { status, location } = await buyer.submit(session)
    expect(status).toBe(303)
    expect(location).toBe(`https://store.example/thanks?session=${session.id}&again=${session.id}`)

    expect(await read(session)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer: null,
      customer_details: { email: TYPED.email },
      payment_intent: {
        status: 'succeeded',
        amount_received: 1_234,
        metadata: { order: '7' },
        description: 'Order 7',
        statement_descriptor_suffix: 'O7',
        payment_method: {
          billing_details: { email: TYPED.email },
          card: { last4: '4242', exp_month: 5, exp_year: 2031 },
        },
      },
    })
    expect((await eventTypes()).slice(-4)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ])
    expect(await paid()).toBe(1_234)
  })

  test('submitting the form twice pays once', async () => {
    const session = await newSession()
    const answers = await Promise.all([buyer.submit(session), buyer.submit(session)])
    expect(answers.map(({ location }) => location)).toEqual(
      answers.map(() => `https://store.example/thanks?session=${session.id}`),
    )
    expect(await paid()).toBe(1_234)
    expect((await eventTypes()).filter((type) => type === 'checkout.session.completed')).toHaveLength(1)
  })

  test.each([
    ['email', { email: 'ada' }, 'Enter an email address.'],
    ['number', { number: '4242' }, 'Your card number is incomplete.'],
    ['number', { number: '4111 1111 1111 1111' }, 'Your card number is not one of the test cards.'],
    ['expiry', { expiry: '13 / 40' }, 'Your card’s expiration date is incomplete.'],
    ['expiry', { expiry: '01 / 20' }, 'Your card’s expiration date is in the past.'],
    ['cvc', { cvc: '1' }, 'Your card’s security code is incomplete.'],
  ])('a wrong %s is reported next to the field', async (field, typed, message) => {
    const session = await newSession()
    const { page } = await buyer.submit(session, typed)
    expect(page).toContain(`<p id="${field}-problem" class="wrong" role="alert">${message}`)
    expect(await read(session)).toMatchObject({ status: 'open', payment_intent: null })
  })

  test('a declined card keeps the session open, shows the reason and keeps everything but the security code', async () => {
    const session = await newSession()
    const { status, page } = await buyer.submit(session, { number: '4000 0000 0000 9995', cvc: '987' })
    expect(status).toBe(200)
    expect(page).toContain('<p id="number-problem" class="wrong" role="alert">Your card has insufficient funds.</p>')
    for (const kept of [TYPED.email, '4000 0000 0000 9995', TYPED.expiry]) expect(page).toContain(`value="${kept}"`)
    expect(page).not.toContain('987')

    const declined = await read(session)
    expect(declined).toMatchObject({ status: 'open', payment_status: 'unpaid' })
    expect(intentOf(declined)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code: 'insufficient_funds' },
    })
    await buyer.submit(session)
    expect(intentOf(await read(session))).toMatchObject({ id: intentOf(declined).id, status: 'succeeded' })
    expect(await paid()).toBe(1_234)
  })

  test('a session that the store expired cannot be paid', async () => {
    const session = await newSession()
    await buyer.submit(session, { number: DECLINED })
    await stripe.checkout.sessions.expire(session.id)
    expect((await buyer.submit(session)).page).toContain('This checkout has expired')
    // The started payment cannot be completed either.
    expect(intentOf(await read(session)).status).toBe('canceled')
    expect((await eventTypes()).slice(-2)).toEqual(['payment_intent.canceled', 'checkout.session.expired'])
    expect(await paid()).toBe(0)
  })

  test('a session past its expiry time cannot be paid', async () => {
    const session = await newSession()
    await emulator.control.advance({ hours: 24 })
    expect((await buyer.open(session)).page).toContain('This checkout has expired')
  })

  test('the terms must be accepted if the store requires it', async () => {
    const session = await newSession({ consent_collection: { terms_of_service: 'required' } })
    expect((await buyer.submit(session)).page).toContain('Agree to the terms to continue.')
    await buyer.submit(session, { terms: 'agreed' })
    expect(await read(session)).toMatchObject({ status: 'complete', consent: { terms_of_service: 'accepted' } })
  })

  test('a free session needs no card and creates no payment', async () => {
    const price_data = { currency: 'usd', unit_amount: 0, product_data: { name: 'Coupé' } }
    const session = await newSession({ line_items: [{ quantity: 1, price_data }] })
    const { page } = await buyer.open(session)
    expect(page).toContain('Complete order')
    expect(page).not.toContain('Card number')
    await buyer.submit(session, { number: '', expiry: '', cvc: '' })
    expect(await read(session)).toMatchObject({
      status: 'complete',
      payment_status: 'no_payment_required',
      payment_intent: null,
      amount_total: 0,
    })
    expect((await eventTypes()).at(-1)).toBe('checkout.session.completed')
    expect((await stripe.paymentIntents.list()).data).toEqual([])
  })
})

describe('3-D Secure', () => {
  const begin = async () => {
    const session = await newSession()
    const { status, location } = await buyer.submit(session, { number: THREE_D_SECURE })
    expect([status, location]).toEqual([303, `/c/pay/${session.id}/authenticate`])
    return session
  }

  test('a 3-D Secure card requires authentication before the payment', async () => {
    const session = await begin()
    const { page } = await buyer.open(session, '/authenticate')
    expect(page).toContain('$12.34')
    expect(page).toContain('3184')
    expect(await read(session)).toMatchObject({ status: 'open', payment_intent: { status: 'requires_action' } })
    expect(await paid()).toBe(0)
  })

  test('completed 3-D Secure authentication pays once', async () => {
    const session = await begin()
    const answers = [await buyer.authenticate(session, 'complete'), await buyer.authenticate(session, 'complete')]
    const location = `https://store.example/thanks?session=${session.id}`
    expect(answers).toMatchObject([
      { status: 303, location },
      { status: 303, location },
    ])
    expect(await read(session)).toMatchObject({ status: 'complete', payment_status: 'paid' })
    expect(await paid()).toBe(1_234)
  })

  test('failed 3-D Secure authentication leads back to the form, and another card can pay', async () => {
    const session = await begin()
    const { page } = await buyer.authenticate(session, 'fail')
    expect(page).toContain('We are unable to authenticate your payment method.')
    expect(page).toContain(`value="${TYPED.email}"`)
    expect(intentOf(await read(session))).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
    expect((await eventTypes()).at(-1)).toBe('payment_intent.payment_failed')
    // An old bank page no longer works.
    expect(await buyer.authenticate(session, 'complete')).toMatchObject({
      status: 303,
      location: `/c/pay/${session.id}`,
    })
    expect(await paid()).toBe(0)
    await buyer.submit(session)
    expect(await paid()).toBe(1_234)
  })
})

describe('a finished or unknown session', () => {
  test('a paid session shows that it is complete', async () => {
    const session = await newSession()
    await buyer.submit(session)
    const { page } = await buyer.open(session)
    expect(page).toContain('You’re all done here')
    expect(page).toContain(`href="https://store.example/thanks?session=${session.id}"`)
    expect((await buyer.open(session, '/authenticate')).page).toContain('You’re all done here')
  })

  test('an unknown session is not found', async () => {
    expect(await buyer.open({ id: 'cs_test_never' })).toMatchObject({ status: 404 })
    expect(await buyer.submit({ id: '__proto__' })).toMatchObject({ status: 404 })
  })
})
