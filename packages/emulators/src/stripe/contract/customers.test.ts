import { describe, expect, test } from 'vitest'
import { newCustomer } from '../testing/stripe-objects.ts'
import { eventually, refusal, stripe, unique } from '../testing/stripe-under-test.ts'

describe('a customer', () => {
  test('a customer is created and read back', async () => {
    const email = `${unique('ada')}@customer.example`
    const { id, created, livemode } = await newCustomer({ email, name: 'Ada', metadata: { user: '7' } })
    expect(id).toMatch(/^cus_/)
    expect(livemode).toBe(false)
    expect(await stripe.customers.retrieve(id)).toMatchObject({
      id,
      object: 'customer',
      email,
      name: 'Ada',
      metadata: { user: '7' },
      created,
    })
  })

  test('an update of a customer keeps omitted fields', async () => {
    const { id, email } = await newCustomer({ name: 'Ada' })
    await stripe.customers.update(id, { name: 'Grace' })
    expect(await stripe.customers.retrieve(id)).toMatchObject({ name: 'Grace', email })
  })

  test('setting a field of a customer to an empty string removes it', async () => {
    const { id } = await newCustomer({ name: 'Ada' })
    expect((await stripe.customers.update(id, { name: '' })).name).toBeNull()
  })

  test('a customer with an invalid e-mail address is refused', async () => {
    const refused = await refusal(newCustomer({ email: 'nobody' }))
    expect(refused).toMatchObject({ type: 'StripeInvalidRequestError', code: 'email_invalid', param: 'email' })
  })

  test('a customer is found only by the exact e-mail address', async () => {
    const { id, email } = await newCustomer()
    await eventually(async () => {
      const { data } = await stripe.customers.list({ email: email ?? '' })
      expect(data.map((customer) => customer.id)).toEqual([id])
    })
    expect((await stripe.customers.list({ email: `${unique('none')}@customer.example` })).data).toEqual([])
  })

  test('a customer who was deleted can be read, but only as deleted', async () => {
    const { id, email } = await newCustomer()
    expect(await stripe.customers.del(id)).toMatchObject({ id, object: 'customer', deleted: true })
    const left = await stripe.customers.retrieve(id)
    expect(left).toMatchObject({ id, deleted: true })
    expect(left).not.toHaveProperty('email')
    await eventually(async () => expect((await stripe.customers.list({ email: email ?? '' })).data).toEqual([]))
  })

  test('a customer who was deleted cannot be changed or deleted again', async () => {
    const { id } = await newCustomer()
    await stripe.customers.del(id)
    const gone = { type: 'StripeInvalidRequestError', code: 'resource_missing', statusCode: 404 }
    expect(await refusal(stripe.customers.update(id, { name: 'Grace' }))).toMatchObject(gone)
    expect(await refusal(stripe.customers.del(id))).toMatchObject(gone)
  })
})
