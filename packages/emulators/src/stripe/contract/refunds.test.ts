import { describe, expect, test } from 'vitest'
import { idOf, newPaidPayment, newPayment } from '../testing/stripe-objects.ts'
import { expectNotAllowed, refusal, stripe, unique } from '../testing/stripe-under-test.ts'

const INVALID = 'StripeInvalidRequestError'

const chargeOf = async (payment: string) => {
  const { latest_charge } = await stripe.paymentIntents.retrieve(payment)
  return stripe.charges.retrieve(idOf(latest_charge))
}

describe('a refund', () => {
  test('gives back the whole payment when no amount is named', async () => {
    const payment = await newPaidPayment({ amount: 1_500 })
    const refund = await stripe.refunds.create({ payment_intent: payment.id, reason: 'requested_by_customer' })
    expect(refund.id).toMatch(/^(re|pyr)_/)
    expect(refund).toMatchObject({
      object: 'refund',
      status: 'succeeded',
      amount: 1_500,
      currency: 'usd',
      reason: 'requested_by_customer',
      payment_intent: payment.id,
      charge: payment.latest_charge,
    })
    expect(await chargeOf(payment.id)).toMatchObject({ refunded: true, amount_refunded: 1_500 })
  })

  test('can be made by the charge as well', async () => {
    const payment = await newPaidPayment()
    const refund = await stripe.refunds.create({ charge: idOf(payment.latest_charge) })
    expect(refund).toMatchObject({ amount: 1_500, payment_intent: payment.id })
  })

  test('of a part leaves the rest, until the rest is given back', async () => {
    const payment = await newPaidPayment({ amount: 1_500 })
    await stripe.refunds.create({ payment_intent: payment.id, amount: 500 })
    expect(await chargeOf(payment.id)).toMatchObject({ refunded: false, amount_refunded: 500 })
    await stripe.refunds.create({ payment_intent: payment.id, amount: 400 })
    expect(await chargeOf(payment.id)).toMatchObject({ refunded: false, amount_refunded: 900 })
    expect((await stripe.refunds.create({ payment_intent: payment.id })).amount).toBe(600)
    expect(await chargeOf(payment.id)).toMatchObject({ refunded: true, amount_refunded: 1_500 })
  })

  test('leaves the payment itself as it was', async () => {
    const payment = await newPaidPayment()
    await stripe.refunds.create({ payment_intent: payment.id })
    expect(await stripe.paymentIntents.retrieve(payment.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 1_500,
    })
  })

  test('of more than was paid is refused', async () => {
    const payment = await newPaidPayment({ amount: 1_500 })
    await expectNotAllowed(stripe.refunds.create({ payment_intent: payment.id, amount: 1_501 }))
    expect((await chargeOf(payment.id)).amount_refunded).toBe(0)
  })

  test('of more than is left is refused', async () => {
    const payment = await newPaidPayment({ amount: 1_500 })
    await stripe.refunds.create({ payment_intent: payment.id, amount: 1_000 })
    await expectNotAllowed(stripe.refunds.create({ payment_intent: payment.id, amount: 501 }))
    expect((await chargeOf(payment.id)).amount_refunded).toBe(1_000)
  })

  test('of what was given back already is refused', async () => {
    const payment = await newPaidPayment()
    await stripe.refunds.create({ payment_intent: payment.id })
    const refused = await refusal(stripe.refunds.create({ payment_intent: payment.id }))
    expect(refused).toMatchObject({ type: INVALID, code: 'charge_already_refunded' })
  })

  test('of nothing is refused', async () => {
    const payment = await newPaidPayment()
    const refused = await refusal(stripe.refunds.create({ payment_intent: payment.id, amount: 0 }))
    expect(refused).toMatchObject({ type: INVALID, param: 'amount' })
  })

  test('of a payment nobody has made is refused', async () => {
    const payment = await newPayment()
    await expectNotAllowed(stripe.refunds.create({ payment_intent: payment.id }))
  })

  test('of a payment that does not exist is refused', async () => {
    const refused = await refusal(stripe.refunds.create({ payment_intent: unique('pi') }))
    expect(refused).toMatchObject({ type: INVALID, code: 'resource_missing' })
  })

  test('for a reason that Stripe does not know is refused', async () => {
    const payment = await newPaidPayment()
    const refused = await refusal(stripe.refunds.create({ payment_intent: payment.id, reason: 'boredom' }))
    expect(refused).toMatchObject({ type: INVALID, param: 'reason' })
  })

  test('that is ordered twice with one key is made once', async () => {
    const payment = await newPaidPayment()
    const options = { idempotencyKey: unique('refund') }
    const order = () => stripe.refunds.create({ payment_intent: payment.id, amount: 500 }, options)
    expect((await order()).id).toBe((await order()).id)
    expect((await chargeOf(payment.id)).amount_refunded).toBe(500)
  })

  test('keeps metadata and takes more', async () => {
    const payment = await newPaidPayment()
    const { id } = await stripe.refunds.create({ payment_intent: payment.id, metadata: { ticket: '7' } })
    await stripe.refunds.update(id, { metadata: { admin: '9' } })
    expect((await stripe.refunds.retrieve(id)).metadata).toEqual({ ticket: '7', admin: '9' })
  })

  test('is in the list of its payment and in no other', async () => {
    const [payment, other] = [await newPaidPayment(), await newPaidPayment()]
    const refunds = []
    for (const amount of [100, 200]) refunds.push(await stripe.refunds.create({ payment_intent: payment.id, amount }))
    await stripe.refunds.create({ payment_intent: other.id })
    const { data } = await stripe.refunds.list({ payment_intent: payment.id })
    expect(data.map(({ id }) => id).sort()).toEqual(refunds.map(({ id }) => id).sort())
  })

  test.each([
    ['pm_card_pendingRefund', 'pending'],
    ['pm_card_refundFail', 'succeeded'],
  ])('of %s is %s at first', async (payment_method, status) => {
    const payment = await newPaidPayment({ payment_method })
    expect(await stripe.refunds.create({ payment_intent: payment.id })).toMatchObject({ status, amount: 1_500 })
  })
})
