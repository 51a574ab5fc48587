import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { newCustomer } from '../testing/stripe-objects.ts'
import { refusal, stripe, unique } from '../testing/stripe-under-test.ts'

const INVALID = 'StripeInvalidRequestError'

describe('a call', () => {
  test('a call with a key that Stripe does not know is refused', async () => {
    const refused = await refusal(stripe.customers.list({ limit: 1 }, { apiKey: 'sk_test_nobody' }))
    expect(refused).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
  })

  test('a call to an endpoint that does not exist makes the client throw', async () => {
    const refused = await refusal(stripe.rawRequest('POST', '/v1/nonsense', { name: 'anything' }))
    expect(refused.statusCode).toBeGreaterThanOrEqual(400)
  })

  test('an answer carries the request id and the API version', async () => {
    const { lastResponse } = await newCustomer()
    expect(lastResponse.requestId).toMatch(/^req_/)
    expect(lastResponse.apiVersion).toBe(Stripe.API_VERSION)
    expect(lastResponse.statusCode).toBe(200)
  })

  test('a refused call carries the request id too', async () => {
    const refused = await refusal(stripe.customers.retrieve(unique('cus')))
    expect(refused.requestId).toMatch(/^req_/)
  })
})

describe('a parameter', () => {
  test('an unknown parameter is refused by its name', async () => {
    const refused = await refusal(stripe.rawRequest('POST', '/v1/customers', { nonsense: '1' }))
    expect(refused).toMatchObject({ type: INVALID, statusCode: 400, code: 'parameter_unknown', param: 'nonsense' })
  })

  test('an unknown nested parameter is refused by its path', async () => {
    const call = stripe.rawRequest('POST', '/v1/customers', { invoice_settings: { nonsense: '1' } })
    expect(await refusal(call)).toMatchObject({
      type: INVALID,
      code: 'parameter_unknown',
      param: 'invoice_settings[nonsense]',
    })
  })

  test('an unknown parameter inside a list is refused by its index', async () => {
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

  test('an unknown parameter of a read is refused too', async () => {
    const refused = await refusal(stripe.rawRequest('GET', '/v1/customers?nonsense=1'))
    expect(refused).toMatchObject({ type: INVALID, code: 'parameter_unknown', param: 'nonsense' })
  })

  test('a missing required parameter is refused by its name', async () => {
    const refused = await refusal(stripe.rawRequest('POST', '/v1/products', {}))
    expect(refused).toMatchObject({ type: INVALID, statusCode: 400, code: 'parameter_missing', param: 'name' })
  })

  test('an empty required parameter is refused', async () => {
    const refused = await refusal(stripe.products.create({ name: '' }))
    expect(refused).toMatchObject({ type: INVALID, code: 'parameter_invalid_empty', param: 'name' })
  })

  test('a parameter that should be an integer and is not is refused', async () => {
    const call = stripe.rawRequest('POST', '/v1/payment_intents', { amount: 'ten', currency: 'usd' })
    expect(await refusal(call)).toMatchObject({ type: INVALID, code: 'parameter_invalid_integer', param: 'amount' })
  })
})

describe('an object that does not exist', () => {
  test('reading an unknown object is a 404', async () => {
    const refused = await refusal(stripe.customers.retrieve(unique('cus')))
    expect(refused).toMatchObject({ type: INVALID, statusCode: 404, code: 'resource_missing', param: 'id' })
  })

  test('referring to an unknown object is a 400 with the name of the parameter', async () => {
    const call = stripe.paymentIntents.create({ amount: 1_000, currency: 'usd', customer: unique('cus') })
    expect(await refusal(call)).toMatchObject({
      type: INVALID,
      statusCode: 400,
      code: 'resource_missing',
      param: 'customer',
    })
  })
})
