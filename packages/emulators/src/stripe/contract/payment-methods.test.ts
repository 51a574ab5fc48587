import { describe, expect, test } from 'vitest'
import { idOf, newCustomer, newCustomerWithCard, newPaidPayment } from '../testing/stripe-objects.ts'
import { expectNotAllowed, refusal, stripe, unique } from '../testing/stripe-under-test.ts'

const attach = (customer: string, card = 'pm_card_visa') => stripe.paymentMethods.attach(card, { customer })

describe('a payment method', () => {
  test('a payment method made from a test card belongs to the customer it is attached to', async () => {
    const customer = await newCustomer()
    const method = await attach(customer.id)
    expect(method.id).toMatch(/^pm_/)
    expect(method.id).not.toBe('pm_card_visa')
    expect(method).toMatchObject({ type: 'card', customer: customer.id, card: { brand: 'visa', last4: '4242' } })
    expect(await stripe.paymentMethods.retrieve(method.id)).toMatchObject({ id: method.id, customer: customer.id })
  })

  test('payment methods are listed by customer', async () => {
    const [customer, stranger] = [await newCustomer(), await newCustomer()]
    const visa = await attach(customer.id)
    const mastercard = await attach(customer.id, 'pm_card_mastercard')
    const { data } = await stripe.paymentMethods.list({ customer: customer.id, type: 'card' })
    expect(data.map(({ id }) => id).sort()).toEqual([visa.id, mastercard.id].sort())
    expect((await stripe.paymentMethods.list({ customer: stranger.id, type: 'card' })).data).toEqual([])
  })

  test('a detached payment method belongs to no customer', async () => {
    const customer = await newCustomer()
    const method = await attach(customer.id)
    expect((await stripe.paymentMethods.detach(method.id)).customer).toBeNull()
    expect((await stripe.paymentMethods.list({ customer: customer.id, type: 'card' })).data).toEqual([])
  })

  test("a customer's payment method cannot pay for another customer", async () => {
    const [customer, stranger] = [await newCustomer(), await newCustomer()]
    const method = await attach(customer.id)
    await expectNotAllowed(newPaidPayment({ customer: stranger.id, payment_method: method.id }))
  })

  test('a payment method can become the default for invoices', async () => {
    const customer = await newCustomer()
    const method = await attach(customer.id)
    const updated = await stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: method.id },
    })
    expect(updated.invoice_settings.default_payment_method).toBe(method.id)
  })

  test('a customer can be created with a default payment method', async () => {
    const customer = await newCustomerWithCard()
    const method = await stripe.paymentMethods.retrieve(idOf(customer.invoice_settings.default_payment_method))
    expect(method).toMatchObject({ customer: customer.id, card: { last4: '4242' } })
  })

  test('a payment method cannot be attached to a customer who does not exist', async () => {
    const refused = await refusal(attach(unique('cus')))
    expect(refused).toMatchObject({ type: 'StripeInvalidRequestError', code: 'resource_missing', param: 'customer' })
  })
})
