import type Stripe from 'stripe'
import * as z from 'zod'
import { type Account, find, idOf } from '../core/account.ts'
import type { Api } from '../core/api.ts'
import { invalidRequest } from '../core/failure.ts'
import { newId, randomLetters } from '../core/ids.ts'
import { isLike, listOf } from '../core/listing.ts'
import { flag, mergeMetadata, metadata, paging, parametersOf, text, wholeNumber } from '../core/parameters.ts'
import { findCoupon } from './coupons.ts'
import { findCustomer } from './customers.ts'

const Create = parametersOf<Stripe.PromotionCodeCreateParams>()({
  active: flag.optional(),
  code: text.regex(/^[\w-]{3,200}$/, 'Invalid promotion code').optional(),
  customer: text.optional(),
  expires_at: wholeNumber.optional(),
  max_redemptions: wholeNumber.optional(),
  metadata: metadata.optional(),
  promotion: z.strictObject({ type: z.literal('coupon'), coupon: text }),
})
const Update = parametersOf<Stripe.PromotionCodeUpdateParams>()({
  active: flag.optional(),
  metadata: metadata.optional(),
})
const List = parametersOf<Stripe.PromotionCodeListParams>()({
  ...paging,
  active: flag.optional(),
  code: text.optional(),
  coupon: text.optional(),
  customer: text.optional(),
})

export const findPromotionCode = (account: Account, id: string, param = 'promotion_code') =>
  find(account.state.promotionCodes, 'promotion code', id, param)

/** The promotion code for typed input; null if no active one matches. */
export const promotionCodeTyped = (account: Account, typed: string) =>
  Object.values(account.state.promotionCodes).find(
    (one) => isUsable(account, one) && one.code.toLowerCase() === typed.trim().toLowerCase(),
  ) ?? null

export const isUsable = (
  account: Account,
  { active, expires_at, max_redemptions, times_redeemed }: Stripe.PromotionCode,
) =>
  active &&
  (expires_at === null || expires_at > account.now()) &&
  (max_redemptions === null || times_redeemed < max_redemptions)

const createPromotionCode = (account: Account, given: z.infer<typeof Create>) => {
  const coupon = findCoupon(account, given.promotion.coupon, 'promotion[coupon]')
  if (given.customer !== undefined) findCustomer(account, given.customer)
  const code = given.code ?? randomLetters(8).toUpperCase()
  if (promotionCodeTyped(account, code)) {
    throw invalidRequest('An active promotion code with `code: ' + code + '` already exists.', {
      code: 'resource_already_exists',
      param: 'code',
    })
  }
  const promotionCode: Stripe.PromotionCode = {
    id: newId('promo'),
    object: 'promotion_code',
    active: given.active ?? true,
    code,
    created: account.now(),
    customer: given.customer ?? null,
    customer_account: null,
    expires_at: given.expires_at ?? null,
    livemode: false,
    max_redemptions: given.max_redemptions ?? null,
    metadata: mergeMetadata({}, given.metadata),
    promotion: { type: 'coupon', coupon: coupon.id },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  }
  account.state.promotionCodes[promotionCode.id] = promotionCode
  account.emit('promotion_code.created', promotionCode)
  return promotionCode
}

export const servePromotionCodes = (api: Api, account: Account) => {
  api.on('POST /v1/promotion_codes', Create, (given) => createPromotionCode(account, given))
  api.on('GET /v1/promotion_codes', List, (given) =>
    listOf(
      '/v1/promotion_codes',
      Object.values(account.state.promotionCodes)
        .filter((row) => isLike(row, { active: given.active, customer: given.customer }))
        .filter(({ code }) => given.code === undefined || code.toLowerCase() === given.code.toLowerCase())
        .filter(({ promotion }) => given.coupon === undefined || idOf(promotion.coupon) === given.coupon),
      given,
    ),
  )
  api.on('GET /v1/promotion_codes/:id', z.strictObject({}), (_, id) => findPromotionCode(account, id))
  api.on('POST /v1/promotion_codes/:id', Update, ({ active, metadata: change }, id) => {
    const promotionCode = findPromotionCode(account, id)
    Object.assign(promotionCode, active === undefined ? {} : { active })
    promotionCode.metadata = mergeMetadata(promotionCode.metadata ?? {}, change)
    account.emit('promotion_code.updated', promotionCode)
    return promotionCode
  })
}
