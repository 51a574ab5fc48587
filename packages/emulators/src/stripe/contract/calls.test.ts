import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { newCustomer } from '../testing/stripe-objects.ts'
import { refusal, stripe, unique } from '../testing/stripe-under-test.ts'

const INVALID = 'StripeInvalidRequestError'

describe('a call', () => {
  test('with a key that Stripe does not know is refused', async () => {
    const refused = await refusal(stripe.customers.list({ limit: 1 }, { apiKey: 'sk_test_nobody' }))
    expect(refused).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
  })

  test('to an endpoint that does not exist makes the client throw', async () => {
    const refused = await refusal(stripe.rawRequest('POST', '/v1/nonsense', { name: 'anything' }))
    expect(refused.statusCode).toBeGreaterThanOrEqual(400)
  })

  test('carries the id of the request and the version of the API that answered', async () => {
    const { lastResponse } = await newCustomer()
    expect(lastResponse.requestId).toMatch(/^req_/)
    expect(lastResponse.apiVersion).toBe(Stripe.API_VERSION)
    expect(lastResponse.statusCode).toBe(200)
  })

  test('that is refused carries the id of the request too', async () => {
    const refused = await refusal(stripe.customers.retrieve(unique('cus')))
    expect(refused.requestId).toMatch(/^req_/)
  })
})

describe('a parameter', () => {
  test('that does not exist is refused by its name', async () => {
    const refused = await refusal(stripe.rawRequest('POST', '/v1/customers', { nonsense: '1' }))
    expect(refused).toMatchObject({ type: INVALID, statusCode: 400, code: 'parameter_unknown', param: 'nonsense' })
  })

  test('that does not exist inside another is refused by its path', async () => {
    const call = stripe.rawRequest('POST', '/v1/customers', { invoice_settings: { nonsense: '1' } })
    expect(await refusal(call)).toMatchObject({
      type: INVALID,
      code: 'parameter_unknown',
      param: 'invoice_settings[nonsense]',
    })
  })

  test('that does not exist inside a list is refused by its place', async () => {
    const call = stripe.rawRequest('POST', '/v1/checkout/sessions', {
      mode: 'payment',
      success_url: 'https://store.example/thanks',
      line_items: [{ quantity: 1, nonsense: '1' }],
    })
    expect(await refusal(call)).toMatchObject({
      type: INVALID,
      code: 'parameter_unknown',
      param: 'line_items[0][nonsense]',
    })
  })

  test('that does not exist is refused when reading as well', async () => {
    const refused = await refusal(stripe.rawRequest('GET', '/v1/customers?nonsense=1'))
    expect(refused).toMatchObject({ type: INVALID, code: 'parameter_unknown', param: 'nonsense' })
  })

  test('that is needed and not there is refused by its name', async () => {
    const refused = await refusal(stripe.rawRequest('POST', '/v1/products', {}))
    expect(refused).toMatchObject({ type: INVALID, statusCode: 400, code: 'parameter_missing', param: 'name' })
  })

  test('that is needed and empty is refused', async () => {
    const refused = await refusal(stripe.products.create({ name: '' }))
    expect(refused).toMatchObject({ type: INVALID, code: 'parameter_invalid_empty', param: 'name' })
  })

  test('that should be a whole number and is not is refused', async () => {
    const call = stripe.rawRequest('POST', '/v1/payment_intents', { amount: 'ten', currency: 'usd' })
    expect(await refusal(call)).toMatchObject({ type: INVALID, code: 'parameter_invalid_integer', param: 'amount' })
  })
})

describe('an object that does not exist', () => {
  test('cannot be read: 404', async () => {
    const refused = await refusal(stripe.customers.retrieve(unique('cus')))
    expect(refused).toMatchObject({ type: INVALID, statusCode: 404, code: 'resource_missing', param: 'id' })
  })

  test('cannot be referred to: 400, with the parameter that did', async () => {
    const call = stripe.paymentIntents.create({ amount: 1_000, currency: 'usd', customer: unique('cus') })
    expect(await refusal(call)).toMatchObject({
      type: INVALID,
      statusCode: 400,
      code: 'resource_missing',
      param: 'customer',
    })
  })
})
