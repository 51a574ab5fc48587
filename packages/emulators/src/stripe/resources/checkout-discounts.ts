import type Stripe from 'stripe'
import { type Account, idOf } from '../core/account.ts'
import { invalidRequest } from '../core/failure.ts'
import { detailsOf } from './checkout-object.ts'
import { type NewSession, refuseBoth } from './checkout-parameters.ts'
import { discountedLines, refuseSmallTotal, sumsOf } from './checkout-totals.ts'
import { checkRedeemable, findCoupon } from './coupons.ts'
import { findPromotionCode, isUsable } from './promotion-codes.ts'

/** A session's discount: a coupon and, if used, its promotion code. */
export interface Discount {
  coupon: Stripe.Coupon
  promotionCode: Stripe.PromotionCode | null
}

/** The customer and currency of the discount. */
type Wanted = Pick<Stripe.Checkout.Session, 'currency' | 'customer'>

/** The requested discount, if it is available. */
export const discountOf = (
  account: Account,
  { discounts = [] }: Pick<NewSession, 'discounts'>,
  wanted: Wanted,
): Discount | null => {
  const [asked] = discounts
  if (!asked) return null
  if (discounts.length > 1) {
    throw invalidRequest('Only one coupon or promotion code can be applied.', {
      param: 'discounts',
    })
  }
  refuseBoth(asked, 'coupon', 'promotion_code')
  if (asked.promotion_code !== undefined) {
    const promotionCode = findPromotionCode(account, asked.promotion_code, 'discounts[0][promotion_code]')
    return discountByCode(account, promotionCode, wanted)
  }
  if (asked.coupon === undefined) {
    throw invalidRequest('Missing required param: discounts[0][coupon].', {
      code: 'parameter_missing',
      param: 'discounts[0][coupon]',
    })
  }
  const coupon = findCoupon(account, asked.coupon, 'discounts[0][coupon]')
  checkRedeemable(account, coupon, wanted.currency ?? '', 'discounts[0][coupon]')
  return { coupon, promotionCode: null }
}

export const discountByCode = (account: Account, promotionCode: Stripe.PromotionCode, wanted: Wanted): Discount => {
  const param = 'discounts[0][promotion_code]'
  const owner = idOf(promotionCode.customer)
  if (!isUsable(account, promotionCode) || (owner !== null && owner !== idOf(wanted.customer))) {
    throw invalidRequest(`This promotion code cannot be redeemed: ${promotionCode.code}`, { param })
  }
  const coupon = findCoupon(account, idOf(promotionCode.promotion.coupon) ?? '', param)
  checkRedeemable(account, coupon, wanted.currency ?? '', param)
  return { coupon, promotionCode }
}

/** The discount of an open session; refused if it has expired since. */
export const currentDiscount = (account: Account, session: Stripe.Checkout.Session): Discount | null => {
  const details = detailsOf(account, session)
  if (details.promotionCode) {
    return discountByCode(account, findPromotionCode(account, details.promotionCode), session)
  }
  if (!details.coupon) return null
  const coupon = findCoupon(account, details.coupon)
  checkRedeemable(account, coupon, session.currency ?? '', 'discounts')
  return { coupon, promotionCode: null }
}

/** How a session shows its discounts. */
export const shownDiscounts = (discount: Discount | null): Stripe.Checkout.Session.Discount[] => {
  if (!discount) return []
  const { coupon, promotionCode } = discount
  return [
    promotionCode ? { coupon: null, promotion_code: promotionCode.id } : { coupon: coupon.id, promotion_code: null },
  ]
}

/** How a session stores its discount. */
export const keptDiscount = (discount: Discount | null) => ({
  coupon: discount?.coupon.id ?? null,
  promotionCode: discount?.promotionCode?.id ?? null,
})

/** Sets or removes the discount of an open session. Nothing changes if the remaining amount is too small to be paid. */
export const applyDiscount = (account: Account, session: Stripe.Checkout.Session, discount: Discount | null) => {
  const details = detailsOf(account, session)
  const amounts = details.lines.map(({ amount_subtotal }) => amount_subtotal)
  const sums = sumsOf(amounts, discount?.coupon ?? null)
  refuseSmallTotal(sums.amount_total, session.currency ?? '')
  Object.assign(session, sums, { discounts: shownDiscounts(discount) })
  const lines = discountedLines(details.lines, sums.total_details.amount_discount)
  Object.assign(details, { lines, ...keptDiscount(discount) })
}
