import { describe, expect, test } from 'vitest'
import { idOf, newCustomer, newPaidPayment, newPayment } from '../testing/stripe-objects.ts'
import { expectNotAllowed, refusal, stripe, unique } from '../testing/stripe-under-test.ts'

const INVALID = 'StripeInvalidRequestError'
const UNEXPECTED = { type: INVALID, code: 'payment_intent_unexpected_state' }

const pay = (id: string, card: string) => stripe.paymentIntents.confirm(id, { payment_method: card })

describe('a payment', () => {
  test('a new payment waits for a card', async () => {
    const payment = await newPayment({ amount: 1_999, description: 'Coupé' })
    expect(payment.client_secret).toMatch(new RegExp(`^${payment.id}_secret_`))
    expect(payment).toMatchObject({
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: 1_999,
      amount_received: 0,
      currency: 'usd',
      description: 'Coupé',
      latest_charge: null,
      last_payment_error: null,
      livemode: false,
    })
  })

  test('a payment succeeds with a good card', async () => {
    const { id } = await newPayment({ amount: 1_999 })
    const paid = await pay(id, 'pm_card_visa')
    expect(paid).toMatchObject({ id, status: 'succeeded', amount_received: 1_999, next_action: null })
    expect(paid.latest_charge).toMatch(/^(ch|py)_/)
    expect(paid.payment_method).toMatch(/^pm_/)
  })

  test('a payment can be created and confirmed in one call', async () => {
    expect(await newPaidPayment()).toMatchObject({ status: 'succeeded', amount_received: 1_500 })
  })

  test('payments are listed by customer', async () => {
    const customer = await newCustomer()
    const payment = await newPayment({ customer: customer.id })
    const { data } = await stripe.paymentIntents.list({ customer: customer.id })
    expect(data.map(({ id }) => id)).toEqual([payment.id])
  })

  test('the metadata of a payment can change at any time', async () => {
    const { id } = await newPaidPayment({ metadata: { order: '7' } })
    const updated = await stripe.paymentIntents.update(id, { metadata: { invoice: '9' } })
    expect(updated.metadata).toEqual({ order: '7', invoice: '9' })
  })

  test('the amount of a payment can change until it is paid', async () => {
    const { id } = await newPayment({ amount: 1_500 })
    expect((await stripe.paymentIntents.update(id, { amount: 1_200 })).amount).toBe(1_200)
    await pay(id, 'pm_card_visa')
    await expectNotAllowed(stripe.paymentIntents.update(id, { amount: 900 }))
  })

  test('a payment below the minimum amount is refused', async () => {
    const refused = await refusal(newPayment({ amount: 10 }))
    expect(refused).toMatchObject({ type: INVALID, code: 'amount_too_small', param: 'amount' })
  })

  test('a payment above the maximum amount is refused', async () => {
    const refused = await refusal(newPayment({ amount: 100_000_000 }))
    expect(refused).toMatchObject({ type: INVALID, code: 'amount_too_large', param: 'amount' })
  })

  test('a payment that does not exist cannot be read', async () => {
    const refused = await refusal(stripe.paymentIntents.retrieve(unique('pi')))
    expect(refused).toMatchObject({ type: INVALID, statusCode: 404, code: 'resource_missing', param: 'intent' })
  })

  test('a payment cannot be paid twice', async () => {
    const { id } = await newPaidPayment()
    expect(await refusal(pay(id, 'pm_card_visa'))).toMatchObject(UNEXPECTED)
  })
})

describe('a declined card', () => {
  test.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ])('a declined card %s is reported as %s, %s', async (card, code, declineCode) => {
    const { id } = await newPayment()
    const declined = await refusal(pay(id, card))
    expect(declined).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code,
      decline_code: declineCode,
      payment_intent: { id, status: 'requires_payment_method' },
    })
    expect(declined.charge).toMatch(/^(ch|py)_/)
  })

  test('a declined card leaves the payment waiting for another card, with the reason', async () => {
    const { id } = await newPayment()
    await refusal(pay(id, 'pm_card_visa_chargeDeclinedInsufficientFunds'))
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      last_payment_error: { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' },
    })
  })

  test('another card can pay after a declined one', async () => {
    const { id } = await newPayment()
    await refusal(pay(id, 'pm_card_visa_chargeDeclined'))
    expect(await pay(id, 'pm_card_visa')).toMatchObject({ status: 'succeeded', last_payment_error: null })
    const { data } = await stripe.charges.list({ payment_intent: id })
    expect(data.map(({ status }) => status).sort()).toEqual(['failed', 'succeeded'])
  })
})

describe('a 3-D Secure card', () => {
  test('a 3-D Secure card leaves the payment waiting for authentication', async () => {
    const payment = await newPaidPayment({ payment_method: 'pm_card_authenticationRequired' })
    expect(payment).toMatchObject({
      status: 'requires_action',
      amount_received: 0,
      latest_charge: null,
      next_action: { type: 'use_stripe_sdk' },
    })
    expect(await stripe.paymentIntents.retrieve(payment.id)).toMatchObject({ status: 'requires_action' })
  })
})

describe('canceling a payment', () => {
  test('a payment is canceled with a reason', async () => {
    const { id } = await newPayment()
    const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    expect(canceled.canceled_at).toBeGreaterThan(0)
  })

  test('a canceled payment cannot be paid', async () => {
    const { id } = await newPayment()
    await stripe.paymentIntents.cancel(id)
    expect(await refusal(pay(id, 'pm_card_visa'))).toMatchObject(UNEXPECTED)
  })

  test('a paid payment cannot be canceled', async () => {
    const paid = await newPaidPayment()
    expect(await refusal(stripe.paymentIntents.cancel(paid.id))).toMatchObject(UNEXPECTED)
    expect(idOf(paid.latest_charge)).toBe((await stripe.paymentIntents.retrieve(paid.id)).latest_charge)
  })
})
