import * as z from 'zod/mini'
import { CentsAmount } from './cents-amount.ts'
import { endpoint } from './endpoint.ts'
import { Id, idParams } from './id.ts'
import { integer } from './number.ts'
import { pageOf } from './page.ts'
import { cursor, filledText, instant, text } from './text.ts'

/** Stored in capitals, so that codes are case-insensitive. */
export const CouponCode = text(32).check(
  z.toUpperCase(),
  z.regex(/^[A-Z0-9][A-Z0-9_-]{2,31}$/, 'Use 3 to 32 letters, digits, dashes or underscores.'),
)

const COUPON_KINDS = ['percent', 'amount'] as const

export const Coupon = z.object({
  id: Id,
  code: z.string(),
  kind: z.enum(COUPON_KINDS),
  /** For a percent coupon, 1 to 100. */
  percent: z.nullable(z.int()),
  /** For an amount coupon. */
  amountCents: z.nullable(CentsAmount),
  startsAt: z.nullable(z.iso.datetime()),
  endsAt: z.nullable(z.iso.datetime()),
  /** Null for no limit. */
  maxUses: z.nullable(z.int()),
  perUserLimit: z.nullable(z.int()),
  /** Orders that use it: paid ones, and those with a pending payment. */
  used: z.int(),
  isActive: z.boolean(),
  note: z.string(),
  createdAt: z.iso.datetime(),
})
export type Coupon = z.output<typeof Coupon>

const limit = z.nullable(integer(1, 1_000_000))
const TERMS = {
  startsAt: z.nullable(instant()),
  endsAt: z.nullable(instant()),
  maxUses: limit,
  perUserLimit: limit,
  isActive: z.boolean(),
  note: text(200),
}

/** The discount cannot change later, because orders may already use it. */
const Discount = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('percent'), percent: integer(1, 100) }),
  z.strictObject({ kind: z.literal('amount'), amountCents: integer(1, 10_000_000) }),
])

export const NewCoupon = z.strictObject({ code: CouponCode, discount: Discount, ...TERMS })
export type NewCoupon = z.output<typeof NewCoupon>

export const CouponChange = z.partial(z.strictObject(TERMS))
export type CouponChange = z.output<typeof CouponChange>

export const couponsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/coupons',
    summary: 'List coupons, newest first',
    access: 'admin',
    query: z.strictObject({
      q: z.optional(filledText(32)),
      after: cursor(),
    }),
    response: pageOf(Coupon),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/coupons',
    summary: 'Create a coupon',
    access: 'admin',
    needsProof: 'if: the coupon is steep',
    body: NewCoupon,
    response: Coupon,
    errors: ['coupon.code_taken'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/admin/coupons/:id',
    summary: 'Change the validity and the limit of a coupon',
    access: 'admin',
    needsProof: 'if: the coupon is steep',
    params: idParams,
    body: CouponChange,
    response: Coupon,
    errors: ['coupon.not_found', 'coupon.below_used'],
  }),
}
