import { describe, expect, test } from 'vitest'
import { first, idOf, newPaidPayment } from '../testing/stripe-objects.ts'
import { eventually, refusal, stripe } from '../testing/stripe-under-test.ts'

const disputedPayment = async () => {
  const payment = await newPaidPayment({ amount: 1_999, payment_method: 'pm_card_createDispute' })
  // The bank opens the dispute a moment after the payment.
  const dispute = await eventually(async () => first((await stripe.disputes.list({ payment_intent: payment.id })).data))
  return { payment, dispute }
}

describe('a disputed payment', () => {
  test('a disputed payment succeeds first, and the dispute follows', async () => {
    const { payment, dispute } = await disputedPayment()
    expect(payment.status).toBe('succeeded')
    expect(dispute).toMatchObject({
      object: 'dispute',
      status: 'needs_response',
      reason: 'fraudulent',
      amount: 1_999,
      currency: 'usd',
      charge: payment.latest_charge,
      payment_intent: payment.id,
    })
    expect(dispute.evidence_details.due_by).toBeGreaterThan(Date.now() / 1_000)
    expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({ id: dispute.id })
  })

  test('a disputed payment is marked on its charge', async () => {
    const { payment } = await disputedPayment()
    await eventually(async () =>
      expect(await stripe.charges.retrieve(idOf(payment.latest_charge))).toMatchObject({ disputed: true, paid: true }),
    )
  })

  test('a disputed payment cannot be refunded while the bank holds the money', async () => {
    const { payment } = await disputedPayment()
    const refused = await refusal(stripe.refunds.create({ payment_intent: payment.id }))
    expect(refused).toMatchObject({ type: 'StripeInvalidRequestError', code: 'charge_disputed' })
  })

  test('listing the disputes of an undisputed payment finds none', async () => {
    const payment = await newPaidPayment()
    expect((await stripe.disputes.list({ payment_intent: payment.id })).data).toEqual([])
  })
})
