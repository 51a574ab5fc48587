import { describe, expect, test } from 'vitest'
import { newCustomer, newPaidPayment, newPayment } from '../testing/stripe-objects.ts'
import { cleanUpLater, refusal, stripe, unique } from '../testing/stripe-under-test.ts'

const createCustomer = async (name: string, idempotencyKey: string) => {
  const customer = await stripe.customers.create({ name }, { idempotencyKey })
  cleanUpLater(() => stripe.customers.del(customer.id))
  return customer
}

describe('an idempotency key', () => {
  test('a reused idempotency key returns the first answer and marks it as a replay', async () => {
    const key = unique('key')
    const answer = await createCustomer('Ada', key)
    const again = await createCustomer('Ada', key)
    expect(again.id).toBe(answer.id)
    expect(answer.lastResponse.headers).not.toHaveProperty('idempotent-replayed')
    expect(again.lastResponse.headers).toHaveProperty('idempotent-replayed', 'true')
  })

  test('a reused idempotency key returns the object as it was, not as it is now', async () => {
    const key = unique('key')
    const { id } = await createCustomer('Ada', key)
    await stripe.customers.update(id, { name: 'Grace' })
    expect((await createCustomer('Ada', key)).name).toBe('Ada')
  })

  test('an idempotency key that was used with other parameters is refused', async () => {
    const key = unique('key')
    await createCustomer('Ada', key)
    const refused = await refusal(createCustomer('Grace', key))
    expect(refused).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  })

  test('an idempotency key that was used for another endpoint is refused', async () => {
    const key = unique('key')
    await createCustomer('Ada', key)
    const refused = await refusal(stripe.products.create({ name: 'Ada' }, { idempotencyKey: key }))
    expect(refused.type).toBe('StripeIdempotencyError')
  })

  test('the idempotency key of a declined payment replays the decline and charges nothing', async () => {
    const customer = await newCustomer()
    const card = { customer: customer.id, payment_method: 'pm_card_visa_chargeDeclined' }
    const options = { idempotencyKey: unique('key') }
    const pay = () => newPaidPayment(card, options)
    const declined = await refusal(pay())
    const again = await refusal(pay())
    expect(declined).toMatchObject({ type: 'StripeCardError', code: 'card_declined' })
    expect(again).toMatchObject({ type: 'StripeCardError', code: 'card_declined', charge: declined.charge })
    expect(again.headers).toHaveProperty('idempotent-replayed', 'true')
    expect((await stripe.paymentIntents.list({ customer: customer.id })).data).toHaveLength(1)
  })

  test('invalid parameters do not use up an idempotency key', async () => {
    const idempotencyKey = unique('key')
    const parameters = { name: 'Ada', nonsense: '1' }
    await refusal(stripe.rawRequest('POST', '/v1/customers', parameters, { idempotencyKey }))
    expect((await createCustomer('Ada', idempotencyKey)).name).toBe('Ada')
  })

  test('a confirmation repeated with an idempotency key pays once', async () => {
    const payment = await newPayment()
    const options = { idempotencyKey: unique('key') }
    const confirm = () => stripe.paymentIntents.confirm(payment.id, { payment_method: 'pm_card_visa' }, options)
    const confirmed = await confirm()
    expect((await confirm()).latest_charge).toBe(confirmed.latest_charge)
    expect((await stripe.charges.list({ payment_intent: payment.id })).data).toHaveLength(1)
  })
})
