import { describe, expect, test } from 'vitest'
import { newCustomer, newPaidPayment, newPayment } from '../testing/stripe-objects.ts'
import { refusal, stripe } from '../testing/stripe-under-test.ts'

describe('expand', () => {
  test('a reference is an id until it is expanded', async () => {
    const customer = await newCustomer({ name: 'Ada' })
    const payment = await newPayment({ customer: customer.id })
    expect(payment.customer).toBe(customer.id)
    const expanded = await stripe.paymentIntents.retrieve(payment.id, { expand: ['customer'] })
    expect(expanded).toMatchObject({ customer: { object: 'customer', id: customer.id, name: 'Ada' } })
  })

  test('expand goes through two levels', async () => {
    const customer = await newCustomer()
    const payment = await newPaidPayment({ customer: customer.id })
    const expanded = await stripe.paymentIntents.retrieve(payment.id, { expand: ['latest_charge.customer'] })
    expect(expanded).toMatchObject({
      customer: customer.id,
      latest_charge: { object: 'charge', customer: { id: customer.id } },
    })
  })

  test('expand works when creating an object', async () => {
    const customer = await newCustomer()
    const payment = await newPayment({ customer: customer.id, expand: ['customer'] })
    expect(payment).toMatchObject({ customer: { id: customer.id } })
  })

  test('expand works in lists', async () => {
    const customer = await newCustomer()
    await newPayment({ customer: customer.id })
    const { data } = await stripe.paymentIntents.list({ customer: customer.id, expand: ['data.customer'] })
    expect(data).toMatchObject([{ customer: { id: customer.id } }])
  })

  test('expand leaves null values as they are', async () => {
    const payment = await newPayment({ expand: ['latest_charge'] })
    expect(payment.latest_charge).toBeNull()
  })

  test('expanding an unknown field is refused', async () => {
    const { id } = await newCustomer()
    const refused = await refusal(stripe.customers.retrieve(id, { expand: ['nonsense'] }))
    expect(refused).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 })
  })
})

describe('metadata', () => {
  test('metadata is merged into what is there', async () => {
    const { id } = await newCustomer({ metadata: { user: '7', level: 'new' } })
    const updated = await stripe.customers.update(id, { metadata: { level: 'old', team: 'red' } })
    expect(updated.metadata).toEqual({ user: '7', level: 'old', team: 'red' })
  })

  test('setting a metadata key to an empty string removes it', async () => {
    const { id } = await newCustomer({ metadata: { user: '7', level: 'new' } })
    const updated = await stripe.customers.update(id, { metadata: { level: '' } })
    expect(updated.metadata).toEqual({ user: '7' })
  })

  test('setting metadata to an empty string clears it', async () => {
    const { id } = await newCustomer({ metadata: { user: '7', level: 'new' } })
    const updated = await stripe.customers.update(id, { metadata: '' })
    expect(updated.metadata).toEqual({})
  })

  test('metadata values are strings, and numbers are converted', async () => {
    const { metadata } = await newCustomer({ metadata: { order: 7 } })
    expect(metadata).toEqual({ order: '7' })
  })

  test('metadata of a payment is copied to its charge', async () => {
    const payment = await newPaidPayment({ metadata: { order: '7' }, expand: ['latest_charge'] })
    expect(payment).toMatchObject({ latest_charge: { metadata: { order: '7' } } })
  })
})
