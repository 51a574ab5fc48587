import { describe, expect, test } from 'vitest'
import { idOf, newPrice } from '../testing/stripe-objects.ts'
import { cleanUpLater, expectNotAllowed, refusal, stripe, unique } from '../testing/stripe-under-test.ts'

const INVALID = 'StripeInvalidRequestError'

const newProduct = async () => {
  const product = await stripe.products.create({ name: unique('Contract'), metadata: { mod: '7' } })
  cleanUpLater(() => stripe.products.update(product.id, { active: false }))
  return product
}

describe('a product', () => {
  test('a new product is active, and can be renamed and deactivated', async () => {
    const product = await newProduct()
    expect(product).toMatchObject({ object: 'product', active: true, metadata: { mod: '7' } })
    await stripe.products.update(product.id, { name: 'Renamed', active: false })
    expect(await stripe.products.retrieve(product.id)).toMatchObject({
      name: 'Renamed',
      active: false,
      metadata: { mod: '7' },
    })
  })

  test('a product without a price can be deleted', async () => {
    const { id } = await newProduct()
    expect(await stripe.products.del(id)).toMatchObject({ id, deleted: true })
  })

  test('a product with a price cannot be deleted', async () => {
    const { id } = await newProduct()
    await newPrice({ product: id })
    await expectNotAllowed(stripe.products.del(id))
  })
})

describe('a price', () => {
  test('a price is one-time by default', async () => {
    const product = await newProduct()
    const price = await newPrice({ product: product.id, unit_amount: 1_999 })
    expect(price).toMatchObject({
      object: 'price',
      active: true,
      type: 'one_time',
      recurring: null,
      currency: 'usd',
      unit_amount: 1_999,
      product: product.id,
    })
  })

  test('a price can recur every month', async () => {
    const price = await newPrice({ recurring: { interval: 'month' } })
    expect(price).toMatchObject({ type: 'recurring', recurring: { interval: 'month', interval_count: 1 } })
  })

  test('a price can be created together with its product', async () => {
    const name = unique('Contract')
    const price = await newPrice({ product_data: { name } })
    expect(await stripe.products.retrieve(idOf(price.product))).toMatchObject({ name, active: true })
  })

  test('the amount of a price cannot change', async () => {
    const { id } = await newPrice()
    const refused = await refusal(stripe.rawRequest('POST', `/v1/prices/${id}`, { unit_amount: 1 }))
    expect(refused).toMatchObject({ type: INVALID, code: 'parameter_unknown', param: 'unit_amount' })
  })

  test('a price can be deactivated', async () => {
    const product = await newProduct()
    const [kept, retired] = [await newPrice({ product: product.id }), await newPrice({ product: product.id })]
    expect((await stripe.prices.update(retired.id, { active: false })).active).toBe(false)
    const { data } = await stripe.prices.list({ product: product.id, active: true })
    expect(data.map(({ id }) => id)).toEqual([kept.id])
  })

  test('a price of a product that does not exist is refused', async () => {
    const refused = await refusal(newPrice({ product: unique('prod') }))
    expect(refused).toMatchObject({ type: INVALID, code: 'resource_missing', param: 'product' })
  })

  test('a price without a product is refused', async () => {
    await expectNotAllowed(stripe.prices.create({ currency: 'usd', unit_amount: 100 }))
  })

  test('a negative price is refused', async () => {
    expect(await refusal(newPrice({ unit_amount: -1 }))).toMatchObject({ type: INVALID, param: 'unit_amount' })
  })

  test('a price is found by its lookup key', async () => {
    const key = unique('premium')
    const price = await newPrice({ lookup_key: key })
    await newPrice({ lookup_key: unique('other') })
    const { data } = await stripe.prices.list({ lookup_keys: [key, unique('nobody')] })
    expect(data.map(({ id }) => id)).toEqual([price.id])
  })

  test('a price cannot use the lookup key of another', async () => {
    const key = unique('premium')
    await newPrice({ lookup_key: key })
    await expectNotAllowed(newPrice({ lookup_key: key }))
  })

  test('a price can take over the lookup key of another', async () => {
    const key = unique('premium')
    const old = await newPrice({ lookup_key: key })
    const heir = await newPrice({ lookup_key: key, transfer_lookup_key: true })
    expect(heir.lookup_key).toBe(key)
    expect((await stripe.prices.retrieve(old.id)).lookup_key).toBeNull()
    expect((await stripe.prices.list({ lookup_keys: [key] })).data.map(({ id }) => id)).toEqual([heir.id])
  })
})
