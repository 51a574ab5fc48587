import * as z from 'zod/mini'
import { CentsAmount } from './cents-amount.ts'
import { endpoint } from './endpoint.ts'
import { Id, idParams } from './id.ts'

/** As it is typed and kept: capitals, so that nobody has to care. */
export const CouponCode = z
  .string()
  .check(
    z.trim(),
    z.toUpperCase(),
    z.regex(/^[A-Z0-9][A-Z0-9_-]{2,31}$/, '3 to 32 letters, digits, dashes or underscores.'),
  )

const COUPON_KINDS = ['percent', 'amount'] as const

export const Coupon = z.object({
  id: Id,
  code: z.string(),
  kind: z.enum(COUPON_KINDS),
  /** Of a percent coupon, 1 to 100. */
  percent: z.nullable(z.int()),
  /** Of an amount coupon. */
  amountCents: z.nullable(CentsAmount),
  startsAt: z.nullable(z.iso.datetime()),
  endsAt: z.nullable(z.iso.datetime()),
  /** Null for no limit. */
  maxUses: z.nullable(z.int()),
  perUserLimit: z.nullable(z.int()),
  /** Orders that hold it now: paid ones, and those whose payment is under way. */
  used: z.int(),
  isActive: z.boolean(),
  note: z.string(),
  createdAt: z.iso.datetime(),
})
export type Coupon = z.output<typeof Coupon>

const limit = z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000)))
const TERMS = {
  startsAt: z.nullable(z.iso.datetime()),
  endsAt: z.nullable(z.iso.datetime()),
  maxUses: limit,
  perUserLimit: limit,
  isActive: z.boolean(),
  note: z.string().check(z.trim(), z.maxLength(200)),
}

/** What it takes off cannot be changed later: orders were made with it. */
const Discount = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('percent'), percent: z.int().check(z.minimum(1), z.maximum(100)) }),
  z.strictObject({ kind: z.literal('amount'), amountCents: z.int().check(z.minimum(1), z.maximum(10_000_000)) }),
])

export const NewCoupon = z.strictObject({ code: CouponCode, discount: Discount, ...TERMS })
export type NewCoupon = z.output<typeof NewCoupon>

export const CouponChange = z.partial(z.strictObject(TERMS))
export type CouponChange = z.output<typeof CouponChange>

export const couponsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/coupons',
    summary: 'Coupons, the newest first, page by page',
    access: 'admin',
    query: z.strictObject({
      q: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(32))),
      after: z.optional(z.string().check(z.maxLength(200))),
    }),
    response: z.object({ items: z.array(Coupon), next: z.nullable(z.string()) }),
    errors: ['request.invalid'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/coupons',
    summary: 'Makes a coupon',
    access: 'admin',
    body: NewCoupon,
    response: Coupon,
    errors: ['coupon.code_taken', 'request.invalid'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/admin/coupons/:id',
    summary: 'Changes when and how often a coupon counts',
    access: 'admin',
    params: idParams,
    body: CouponChange,
    response: Coupon,
    errors: ['coupon.not_found', 'coupon.below_used', 'request.invalid'],
  }),
}
