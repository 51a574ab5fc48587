import type Stripe from 'stripe'
import * as z from 'zod'
import { type Account, find } from '../core/account.ts'
import type { Api } from '../core/api.ts'
import { invalidRequest } from '../core/failure.ts'
import { randomLetters } from '../core/ids.ts'
import { listOf } from '../core/listing.ts'
import {
  currency,
  decimalNumber,
  mergeMetadata,
  metadata,
  ownId,
  paging,
  parametersOf,
  textOrNone,
  wholeNumber,
} from '../core/parameters.ts'

const Create = parametersOf<Stripe.CouponCreateParams>()({
  amount_off: wholeNumber.optional(),
  currency: currency.optional(),
  duration: z.enum(['once', 'repeating', 'forever']).default('once'),
  duration_in_months: wholeNumber.nullable().default(null),
  id: ownId.optional(),
  max_redemptions: wholeNumber.nullable().default(null),
  metadata: metadata.optional(),
  name: textOrNone.optional(),
  percent_off: decimalNumber.optional(),
  redeem_by: wholeNumber.nullable().default(null),
})
const Update = parametersOf<Stripe.CouponUpdateParams>()({
  metadata: metadata.optional(),
  name: textOrNone.optional(),
})

export const findCoupon = (account: Account, id: string, param = 'coupon') =>
  find(account.state.coupons, 'coupon', id, param)

const createCoupon = (account: Account, given: z.infer<typeof Create>) => {
  refuseContradictions(given)
  if (given.id !== undefined && Object.hasOwn(account.state.coupons, given.id)) {
    throw invalidRequest('Coupon already exists.', { code: 'resource_already_exists', param: 'id' })
  }
  const coupon: Stripe.Coupon = {
    id: given.id ?? randomLetters(8),
    object: 'coupon',
    amount_off: given.amount_off ?? null,
    created: account.now(),
    currency: given.amount_off === undefined ? null : (given.currency ?? null),
    duration: given.duration,
    duration_in_months: given.duration_in_months,
    livemode: false,
    max_redemptions: given.max_redemptions,
    metadata: mergeMetadata({}, given.metadata),
    name: given.name ?? null,
    percent_off: given.percent_off ?? null,
    redeem_by: given.redeem_by,
    times_redeemed: 0,
    valid: true,
  }
  account.state.coupons[coupon.id] = coupon
  account.emit('coupon.created', coupon)
  return coupon
}

const refuseContradictions = (given: z.infer<typeof Create>) => {
  const { percent_off, amount_off, duration, duration_in_months } = given
  if ((percent_off === undefined) === (amount_off === undefined)) {
    throw invalidRequest('Must provide exactly one of percent_off or amount_off.')
  }
  if (percent_off !== undefined && (percent_off <= 0 || percent_off > 100)) {
    throw invalidRequest('Invalid percent_off: must be above 0 and at most 100.', { param: 'percent_off' })
  }
  if (amount_off !== undefined) refuseWrongAmount(amount_off, given.currency)
  if ((duration === 'repeating') !== (duration_in_months !== null)) {
    throw invalidRequest('duration_in_months belongs to the duration repeating.', { param: 'duration_in_months' })
  }
}

const refuseWrongAmount = (amount: number, currency: string | undefined) => {
  if (amount <= 0) {
    throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount_off' })
  }
  if (currency === undefined) {
    throw invalidRequest('You must pass currency when passing amount_off.', {
      code: 'parameter_missing',
      param: 'currency',
    })
  }
}

/** The coupon's discount, rounded once. */
export const discountOn = ({ percent_off, amount_off }: Stripe.Coupon, amount: number) =>
  percent_off === null ? Math.min(amount, amount_off ?? 0) : Math.round((amount * percent_off) / 100)

/** Refuses a coupon that has expired, is used up, or is for another currency. */
export const checkRedeemable = (account: Account, coupon: Stripe.Coupon, sessionCurrency: string, param: string) => {
  if (!isValid(account, coupon)) {
    throw invalidRequest(`Coupon ${coupon.id} is used up or has expired, so it cannot be redeemed.`, {
      code: 'coupon_expired',
      param,
    })
  }
  if (coupon.currency !== null && coupon.currency !== sessionCurrency) {
    throw invalidRequest(`The coupon's currency \`${coupon.currency}\` is not that of the payment.`, { param })
  }
}

const isValid = (account: Account, { redeem_by, max_redemptions, times_redeemed }: Stripe.Coupon) =>
  (redeem_by === null || redeem_by > account.now()) && (max_redemptions === null || times_redeemed < max_redemptions)

export const redeem = (account: Account, coupon: Stripe.Coupon, promotionCode: Stripe.PromotionCode | null) => {
  coupon.times_redeemed += 1
  coupon.valid = isValid(account, coupon)
  if (promotionCode) promotionCode.times_redeemed += 1
}

export const serveCoupons = (api: Api, account: Account) => {
  const upToDate = (coupon: Stripe.Coupon) => Object.assign(coupon, { valid: isValid(account, coupon) })
  api.on('POST /v1/coupons', Create, (given) => createCoupon(account, given))
  api.on('GET /v1/coupons', parametersOf<Stripe.CouponListParams>()(paging), (given) =>
    listOf('/v1/coupons', Object.values(account.state.coupons).map(upToDate), given),
  )
  api.on('GET /v1/coupons/:id', z.strictObject({}), (_, id) => upToDate(findCoupon(account, id)))
  api.on('POST /v1/coupons/:id', Update, ({ metadata: change, ...plain }, id) => {
    const coupon = findCoupon(account, id)
    Object.assign(coupon, plain, { metadata: mergeMetadata(coupon.metadata ?? {}, change) })
    account.emit('coupon.updated', coupon)
    return coupon
  })
  api.on('DELETE /v1/coupons/:id', z.strictObject({}), (_, id) => {
    const coupon = findCoupon(account, id)
    delete account.state.coupons[id]
    account.emit('coupon.deleted', coupon)
    return { id, object: 'coupon', deleted: true }
  })
}
