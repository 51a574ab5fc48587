import { describe, expect, test } from 'vitest'
import { idOf, newPaidPayment, newPayment } from '../testing/stripe-objects.ts'
import { expectNotAllowed, refusal, stripe, unique } from '../testing/stripe-under-test.ts'

const INVALID = 'StripeInvalidRequestError'

const chargeOf = async (payment: string) => {
  const { latest_charge } = await stripe.paymentIntents.retrieve(payment)
  return stripe.charges.retrieve(idOf(latest_charge))
}

describe('a refund', () => {
  test('a refund without an amount refunds the whole payment', async () => {
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

  test('a refund can also name the charge', async () => {
    const payment = await newPaidPayment()
    const refund = await stripe.refunds.create({ charge: idOf(payment.latest_charge) })
    expect(refund).toMatchObject({ amount: 1_500, payment_intent: payment.id })
  })

  test('a partial refund leaves the rest, which can be refunded later', async () => {
    const payment = await newPaidPayment({ amount: 1_500 })
    await stripe.refunds.create({ payment_intent: payment.id, amount: 500 })
    expect(await chargeOf(payment.id)).toMatchObject({ refunded: false, amount_refunded: 500 })
    await stripe.refunds.create({ payment_intent: payment.id, amount: 400 })
    expect(await chargeOf(payment.id)).toMatchObject({ refunded: false, amount_refunded: 900 })
    expect((await stripe.refunds.create({ payment_intent: payment.id })).amount).toBe(600)
    expect(await chargeOf(payment.id)).toMatchObject({ refunded: true, amount_refunded: 1_500 })
  })

  test('a refund does not change the payment', async () => {
    const payment = await newPaidPayment()
    await stripe.refunds.create({ payment_intent: payment.id })
    expect(await stripe.paymentIntents.retrieve(payment.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 1_500,
    })
  })

  test('a refund of more than was paid is refused', async () => {
    const payment = await newPaidPayment({ amount: 1_500 })
    await expectNotAllowed(stripe.refunds.create({ payment_intent: payment.id, amount: 1_501 }))
    expect((await chargeOf(payment.id)).amount_refunded).toBe(0)
  })

  test('a refund of more than is left is refused', async () => {
    const payment = await newPaidPayment({ amount: 1_500 })
    await stripe.refunds.create({ payment_intent: payment.id, amount: 1_000 })
    await expectNotAllowed(stripe.refunds.create({ payment_intent: payment.id, amount: 501 }))
    expect((await chargeOf(payment.id)).amount_refunded).toBe(1_000)
  })

  test('a second full refund is refused', async () => {
    const payment = await newPaidPayment()
    await stripe.refunds.create({ payment_intent: payment.id })
    const refused = await refusal(stripe.refunds.create({ payment_intent: payment.id }))
    expect(refused).toMatchObject({ type: INVALID, code: 'charge_already_refunded' })
  })

  test('a refund of zero is refused', async () => {
    const payment = await newPaidPayment()
    const refused = await refusal(stripe.refunds.create({ payment_intent: payment.id, amount: 0 }))
    expect(refused).toMatchObject({ type: INVALID, param: 'amount' })
  })

  test('a refund of an unpaid payment is refused', async () => {
    const payment = await newPayment()
    await expectNotAllowed(stripe.refunds.create({ payment_intent: payment.id }))
  })

  test('a refund of a payment that does not exist is refused', async () => {
    const refused = await refusal(stripe.refunds.create({ payment_intent: unique('pi') }))
    expect(refused).toMatchObject({ type: INVALID, code: 'resource_missing' })
  })

  test('a refund with an unknown reason is refused', async () => {
    const payment = await newPaidPayment()
    const refused = await refusal(stripe.refunds.create({ payment_intent: payment.id, reason: 'boredom' }))
    expect(refused).toMatchObject({ type: INVALID, param: 'reason' })
  })

  test('a refund requested twice with one key is made once', async () => {
    const payment = await newPaidPayment()
    const options = { idempotencyKey: unique('refund') }
    const order = () => stripe.refunds.create({ payment_intent: payment.id, amount: 500 }, options)
    expect((await order()).id).toBe((await order()).id)
    expect((await chargeOf(payment.id)).amount_refunded).toBe(500)
  })

  test('the metadata of a refund can be extended', async () => {
    const payment = await newPaidPayment()
    const { id } = await stripe.refunds.create({ payment_intent: payment.id, metadata: { ticket: '7' } })
    await stripe.refunds.update(id, { metadata: { admin: '9' } })
    expect((await stripe.refunds.retrieve(id)).metadata).toEqual({ ticket: '7', admin: '9' })
  })

  test('a refund is in the list of its payment and in no other', async () => {
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
  ])('a refund of %s is %s at first', async (payment_method, status) => {
    const payment = await newPaidPayment({ payment_method })
    expect(await stripe.refunds.create({ payment_intent: payment.id })).toMatchObject({ status, amount: 1_500 })
  })
})
