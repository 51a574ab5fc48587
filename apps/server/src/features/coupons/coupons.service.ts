import { and, eq, like } from 'drizzle-orm'
import type { Coupon, CouponChange, NewCoupon } from '@slipstream/contract/coupons'
import { cents } from '@slipstream/contract/money'
import type { Db, Tx } from '@slipstream/db/client'
import { coupons } from '@slipstream/db/tables/coupons'
import { recordChange } from '#features/audit/audit.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { prefixPattern } from '#lib/lists/like-pattern.ts'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'
import { isUniqueViolation } from '#lib/unique-violation.ts'
import { discountOf } from './claim-coupon.service.ts'

const PER_PAGE = 50

const NEWEST: PageOrder = {
  name: 'newest',
  direction: 'desc',
  keys: [
    { of: coupons.createdAt, type: 'instant' },
    { of: coupons.id, type: 'integer' },
  ],
}

type CouponRow = typeof coupons.$inferSelect

export const listCoupons = (db: Db, { q, after }: { q?: string | undefined; after?: string | undefined }) => {
  const isSearched = q === undefined ? undefined : like(coupons.code, prefixPattern(q.toUpperCase()))
  return readPage(
    NEWEST,
    { after, size: PER_PAGE },
    (place, size) =>
      db
        .select({ coupon: coupons, keys: keysOf(NEWEST) })
        .from(coupons)
        .where(and(isSearched, place))
        .orderBy(orderedBy(NEWEST))
        .limit(size),
    ({ coupon }) => toCoupon(coupon),
  )
}

const toCoupon = ({ amountCents, startsAt, endsAt, createdAt, ...row }: CouponRow): Coupon => ({
  ...row,
  amountCents: amountCents === null ? null : cents(amountCents),
  startsAt: startsAt?.toISOString() ?? null,
  endsAt: endsAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})

export const createCoupon = async (tx: Tx, { code, discount, ...terms }: NewCoupon, by: number): Promise<Coupon> => {
  try {
    const [made] = await tx
      .insert(coupons)
      .values({ ...discount, ...asDates(terms), code })
      .returning()
    if (!made) throw new Error('the coupon was not written')
    await recordChange(tx, { ...about(made, by), action: 'create', after: toCoupon(made) })
    return toCoupon(made)
  } catch (error) {
    if (isUniqueViolation(error, 'coupons_code')) throw new DomainError('coupon.code_taken')
    throw error
  }
}

export const readDiscount = async (db: Db, id: number) => {
  const [coupon] = await db.select().from(coupons).where(eq(coupons.id, id))
  if (!coupon) throw new DomainError('coupon.not_found')
  return discountOf(coupon)
}

export const changeCoupon = async (tx: Tx, id: number, change: CouponChange, by: number): Promise<Coupon> => {
  const [before] = await tx.select().from(coupons).where(eq(coupons.id, id)).for('update')
  if (!before) throw new DomainError('coupon.not_found')
  if (typeof change.maxUses === 'number' && change.maxUses < before.used) throw new DomainError('coupon.below_used')
  // Drizzle refuses an update without values.
  const [changed] = await tx
    .update(coupons)
    .set({ code: before.code, ...asDates(change) })
    .where(eq(coupons.id, id))
    .returning()
  if (!changed) throw new DomainError('coupon.not_found')
  await recordChange(tx, { ...about(changed, by), action: 'edit', before: toCoupon(before), after: toCoupon(changed) })
  return toCoupon(changed)
}

const about = ({ id, code }: CouponRow, by: number) => ({
  actorId: by,
  subject: 'coupon' as const,
  subjectId: id,
  subjectName: code,
})

const asDates = ({ startsAt, endsAt, ...terms }: CouponChange) => ({
  ...terms,
  ...(startsAt !== undefined && { startsAt: startsAt === null ? null : new Date(startsAt) }),
  ...(endsAt !== undefined && { endsAt: endsAt === null ? null : new Date(endsAt) }),
})
