import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { newCoupon, newMonthlyPrice, newPromotionCode } from '../testing/stripe-objects.ts'
import { expectNotAllowed, refusal, stripe, unique } from '../testing/stripe-under-test.ts'

const newSession = (amounts: readonly number[], given: Stripe.Checkout.SessionCreateParams) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: amounts.map((amount) => ({
      quantity: 1,
      price_data: { currency: 'usd', unit_amount: amount, product_data: { name: 'Coupé' } },
    })),
    success_url: 'https://store.example/thanks',
    expand: ['line_items'],
    ...given,
  })

const discountOf = ({ amount_subtotal, total_details, amount_total }: Stripe.Checkout.Session) => [
  amount_subtotal,
  total_details?.amount_discount,
  amount_total,
]

describe('a discount in a checkout session', () => {
  test('a coupon in a checkout session reduces the total', async () => {
    const coupon = await newCoupon({ percent_off: 20 })
    const session = await newSession([1_500, 700], { discounts: [{ coupon: coupon.id }] })
    expect(discountOf(session)).toEqual([2_200, 440, 1_760])
    expect(session.discounts).toMatchObject([{ coupon: coupon.id }])
  })

  test('a promotion code in a checkout session reduces the total', async () => {
    const coupon = await newCoupon({ percent_off: 50 })
    const promotion = await newPromotionCode(coupon.id)
    const session = await newSession([1_500], { discounts: [{ promotion_code: promotion.id }] })
    expect(discountOf(session)).toEqual([1_500, 750, 750])
    expect(session.discounts).toMatchObject([{ promotion_code: promotion.id }])
  })

  test('a percentage discount in a checkout session is rounded to the nearest cent', async () => {
    const coupon = await newCoupon({ percent_off: 33 })
    const session = await newSession([999], { discounts: [{ coupon: coupon.id }] })
    expect(discountOf(session)).toEqual([999, 330, 669])
  })

  test('a discount in a checkout session is spread over the lines without losing a cent', async () => {
    const coupon = await newCoupon({ percent_off: 33 })
    const session = await newSession([999, 501, 333], { discounts: [{ coupon: coupon.id }] })
    const lines = session.line_items?.data ?? []
    const sum = (key: 'amount_discount' | 'amount_total') => lines.reduce((total, one) => total + one[key], 0)
    expect(lines).toHaveLength(3)
    expect(discountOf(session)).toEqual([1_833, sum('amount_discount'), sum('amount_total')])
    expect(Math.abs(sum('amount_discount') - 604.89)).toBeLessThan(1.5)
  })

  test('a fixed discount in a checkout session is spread over the lines', async () => {
    const coupon = await newCoupon({ amount_off: 500, currency: 'usd' })
    const session = await newSession([1_000, 1_000, 1_000], { discounts: [{ coupon: coupon.id }] })
    const discounts = session.line_items?.data.map(({ amount_discount }) => amount_discount) ?? []
    expect(discountOf(session)).toEqual([3_000, 500, 2_500])
    expect(discounts.reduce((total, one) => total + one, 0)).toBe(500)
    expect(Math.max(...discounts) - Math.min(...discounts)).toBeLessThanOrEqual(2)
  })

  test('a full discount in a checkout session makes the order free', async () => {
    const coupon = await newCoupon({ percent_off: 100 })
    const session = await newSession([1_500], { discounts: [{ coupon: coupon.id }] })
    expect(discountOf(session)).toEqual([1_500, 1_500, 0])
  })

  test('a discount in a checkout session that leaves less than a card can pay is refused', async () => {
    const coupon = await newCoupon({ amount_off: 1_490, currency: 'usd' })
    const refused = await refusal(newSession([1_500], { discounts: [{ coupon: coupon.id }] }))
    expect(refused).toMatchObject({ type: 'StripeInvalidRequestError', code: 'amount_too_small' })
  })

  test('a discount in a checkout session is taken off the first payment of a subscription', async () => {
    const coupon = await newCoupon({ percent_off: 50 })
    const price = await newMonthlyPrice(1_000)
    const session = await newSession([], {
      mode: 'subscription',
      line_items: [{ price: price.id, quantity: 1 }],
      discounts: [{ coupon: coupon.id }],
    })
    expect(discountOf(session)).toEqual([1_000, 500, 500])
  })

  test('a checkout session can let the customer enter a code on its page', async () => {
    expect(await newSession([1_500], { allow_promotion_codes: true })).toMatchObject({ allow_promotion_codes: true })
  })

  test('a checkout session cannot have both a discount and a field for codes', async () => {
    const coupon = await newCoupon()
    const given = { discounts: [{ coupon: coupon.id }], allow_promotion_codes: true }
    await expectNotAllowed(newSession([1_500], given))
  })

  test('an unknown coupon in a checkout session is refused', async () => {
    const refused = await refusal(newSession([1_500], { discounts: [{ coupon: unique('coupon') }] }))
    expect(refused).toMatchObject({ type: 'StripeInvalidRequestError', code: 'resource_missing' })
  })

  test('an inactive promotion code in a checkout session is refused', async () => {
    const coupon = await newCoupon()
    const { id } = await newPromotionCode(coupon.id)
    await stripe.promotionCodes.update(id, { active: false })
    await expectNotAllowed(newSession([1_500], { discounts: [{ promotion_code: id }] }))
  })
})
