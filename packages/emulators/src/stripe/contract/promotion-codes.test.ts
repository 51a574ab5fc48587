import { describe, expect, test } from 'vitest'
import { newCode, newCoupon, newPromotionCode } from '../testing/stripe-objects.ts'
import { expectNotAllowed, refusal, stripe, unique } from '../testing/stripe-under-test.ts'

const INVALID = 'StripeInvalidRequestError'

describe('a promotion code', () => {
  test('a promotion code leads to its coupon', async () => {
    const coupon = await newCoupon()
    const code = newCode()
    const promotion = await newPromotionCode(coupon.id, { code, max_redemptions: 5 })
    expect(promotion).toMatchObject({
      object: 'promotion_code',
      code,
      active: true,
      max_redemptions: 5,
      times_redeemed: 0,
      promotion: { type: 'coupon', coupon: coupon.id },
    })
    const expanded = await stripe.promotionCodes.retrieve(promotion.id, { expand: ['promotion.coupon'] })
    expect(expanded).toMatchObject({ promotion: { coupon: { id: coupon.id, percent_off: 20 } } })
  })

  test('a promotion code is generated if none is given', async () => {
    const coupon = await newCoupon()
    const promotion = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id } })
    expect(promotion.code).toMatch(/^[A-Z0-9]+$/)
  })

  test('promotion codes ignore case, and a duplicate of an active one is refused', async () => {
    const coupon = await newCoupon()
    const { code } = await newPromotionCode(coupon.id)
    await expectNotAllowed(newPromotionCode(coupon.id, { code: code.toLowerCase() }))
  })

  test('a promotion code can be reused after the old one was deactivated', async () => {
    const coupon = await newCoupon()
    const old = await newPromotionCode(coupon.id)
    expect((await stripe.promotionCodes.update(old.id, { active: false })).active).toBe(false)
    const heir = await newPromotionCode(coupon.id, { code: old.code })
    expect(heir).toMatchObject({ code: old.code, active: true })
  })

  test('a promotion code is found regardless of case', async () => {
    const coupon = await newCoupon()
    const promotion = await newPromotionCode(coupon.id)
    await newPromotionCode(coupon.id)
    for (const code of [promotion.code, promotion.code.toLowerCase()]) {
      const { data } = await stripe.promotionCodes.list({ code })
      expect(data.map(({ id }) => id)).toEqual([promotion.id])
    }
  })

  test('a deactivated promotion code is not listed as active', async () => {
    const coupon = await newCoupon()
    const { id, code } = await newPromotionCode(coupon.id)
    await stripe.promotionCodes.update(id, { active: false })
    expect((await stripe.promotionCodes.list({ code, active: true })).data).toEqual([])
    expect((await stripe.promotionCodes.list({ code })).data).toMatchObject([{ id, active: false }])
  })

  test('a promotion code is in the list of its coupon', async () => {
    const coupon = await newCoupon()
    const promotion = await newPromotionCode(coupon.id)
    const { data } = await stripe.promotionCodes.list({ coupon: coupon.id })
    expect(data.map(({ id }) => id)).toEqual([promotion.id])
  })

  test('a promotion code for a coupon that does not exist is refused', async () => {
    const refused = await refusal(newPromotionCode(unique('coupon')))
    expect(refused).toMatchObject({ type: INVALID, code: 'resource_missing' })
  })
})
