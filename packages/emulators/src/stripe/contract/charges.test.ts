import { describe, expect, test } from 'vitest'
import { idOf, newCustomer, newPaidPayment, newPayment } from '../testing/stripe-objects.ts'
import { eventually, refusal, stripe } from '../testing/stripe-under-test.ts'

describe('the charge of a payment', () => {
  test('a charge has the amount and the card', async () => {
    const customer = await newCustomer()
    const payment = await newPaidPayment({ amount: 1_999, customer: customer.id })
    expect(await stripe.charges.retrieve(idOf(payment.latest_charge))).toMatchObject({
      object: 'charge',
      status: 'succeeded',
      paid: true,
      captured: true,
      amount: 1_999,
      currency: 'usd',
      amount_refunded: 0,
      refunded: false,
      disputed: false,
      customer: customer.id,
      payment_intent: payment.id,
      payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
    })
  })

  test('a charge shows the brand and last digits of the card that was used', async () => {
    const payment = await newPaidPayment({ payment_method: 'pm_card_mastercard', expand: ['latest_charge'] })
    expect(payment).toMatchObject({
      latest_charge: { payment_method_details: { card: { brand: 'mastercard', last4: '4444' } } },
    })
  })

  test("a charge has Stripe's fee and the net amount", async () => {
    const payment = await newPaidPayment({ amount: 5_000 })
    // The balance transaction is created after the payment was answered.
    const booking = await eventually(async () => {
      const charge = await stripe.charges.retrieve(idOf(payment.latest_charge), { expand: ['balance_transaction'] })
      if (charge.balance_transaction === null) throw new Error('Not booked yet.')
      return charge.balance_transaction
    })
    if (typeof booking === 'string') throw new Error('Not expanded.')
    expect(booking).toMatchObject({ object: 'balance_transaction', type: 'charge', source: payment.latest_charge })
    expect(booking.fee).toBeGreaterThan(0)
    expect(booking.net).toBe(booking.amount - booking.fee)
  })

  test('charges are listed by payment and by customer', async () => {
    const customer = await newCustomer()
    const payment = await newPaidPayment({ customer: customer.id })
    for (const filter of [{ payment_intent: payment.id }, { customer: customer.id }]) {
      const { data } = await stripe.charges.list(filter)
      expect(data.map(({ id }) => id)).toEqual([payment.latest_charge])
    }
  })

  test('a failed charge is kept with its reason', async () => {
    const payment = await newPayment()
    const declined = await refusal(
      stripe.paymentIntents.confirm(payment.id, { payment_method: 'pm_card_visa_chargeDeclined' }),
    )
    expect(await stripe.charges.retrieve(declined.charge ?? '')).toMatchObject({
      status: 'failed',
      paid: false,
      failure_code: 'card_declined',
      balance_transaction: null,
      payment_intent: payment.id,
    })
  })
})
