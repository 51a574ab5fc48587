import { describe, expect, test } from 'vitest'
import { newCoupon, newCustomerWithCard, newMonthlyPrice } from '../testing/stripe-objects.ts'
import { eventually, expectNotAllowed, refusal, stripe, unique } from '../testing/stripe-under-test.ts'

const INVALID = 'StripeInvalidRequestError'

describe('a coupon', () => {
  test('a coupon takes off a percentage', async () => {
    expect(await newCoupon({ percent_off: 12.5, name: 'Spring' })).toMatchObject({
      object: 'coupon',
      name: 'Spring',
      percent_off: 12.5,
      amount_off: null,
      currency: null,
      duration: 'once',
      valid: true,
      times_redeemed: 0,
    })
  })

  test('a coupon takes off an amount in one currency', async () => {
    const coupon = await newCoupon({ amount_off: 500, currency: 'usd' })
    expect(coupon).toMatchObject({ amount_off: 500, currency: 'usd', percent_off: null })
  })

  test('a coupon has the given id, and no other coupon can use it', async () => {
    const id = unique('coupon')
    expect((await newCoupon({ id, percent_off: 10 })).id).toBe(id)
    const refused = await refusal(newCoupon({ id, percent_off: 10 }))
    expect(refused).toMatchObject({ type: INVALID, code: 'resource_already_exists' })
  })

  test.each([
    ['takes nothing off', {}],
    ['takes off an amount without a currency', { amount_off: 500 }],
    ['takes off both', { amount_off: 500, currency: 'usd', percent_off: 10 }],
    ['takes off more than 100 %', { percent_off: 101 }],
    ['repeats for an unspecified number of months', { percent_off: 10, duration: 'repeating' }],
  ] as const)('a coupon that %s is refused', async (_what, given) => {
    await expectNotAllowed(newCoupon(given))
  })

  test('a coupon that was redeemed as often as allowed is no longer valid', async () => {
    const coupon = await newCoupon({ percent_off: 20, max_redemptions: 1 })
    expect(coupon).toMatchObject({ max_redemptions: 1, valid: true })
    const price = await newMonthlyPrice()
    const subscribe = async () => {
      const customer = await newCustomerWithCard()
      return stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: price.id }],
        discounts: [{ coupon: coupon.id }],
      })
    }
    await subscribe()
    await eventually(async () =>
      expect(await stripe.coupons.retrieve(coupon.id)).toMatchObject({ times_redeemed: 1, valid: false }),
    )
    await expectNotAllowed(subscribe())
  })

  test('a coupon that was deleted is gone', async () => {
    const { id } = await newCoupon()
    expect(await stripe.coupons.del(id)).toMatchObject({ id, deleted: true })
    const refused = await refusal(stripe.coupons.retrieve(id))
    expect(refused).toMatchObject({ type: INVALID, code: 'resource_missing', statusCode: 404 })
  })

  test('only the name and metadata of a coupon can change', async () => {
    const { id } = await newCoupon()
    const refused = await refusal(stripe.rawRequest('POST', `/v1/coupons/${id}`, { percent_off: 90 }))
    expect(refused).toMatchObject({ type: INVALID, code: 'parameter_unknown', param: 'percent_off' })
    expect((await stripe.coupons.update(id, { name: 'Summer' })).name).toBe('Summer')
  })
})
