import { and, eq, sql } from 'drizzle-orm'
import type { COUPON_PROBLEMS } from '@slipstream/contract/checkout'
import type { Db, Tx } from '@slipstream/db/client'
import { coupons } from '@slipstream/db/tables/coupons'
import { orders } from '@slipstream/db/tables/orders'
import { DomainError } from '#lib/domain-error.ts'

type CouponRow = typeof coupons.$inferSelect
type CouponProblem = (typeof COUPON_PROBLEMS)[number]

/** The coupon with this code, and what prevents this person from using it. */
export const findCoupon = async (
  db: Db,
  userId: number,
  code: string,
  now = new Date(),
): Promise<{ coupon: CouponRow | null; problem: CouponProblem | null }> => {
  const [coupon] = await db.select().from(coupons).where(eq(coupons.code, code.trim().toUpperCase()))
  if (!coupon) return { coupon: null, problem: 'coupon.unknown' }
  return { coupon, problem: problemOf(coupon, await usesOf(db, coupon.id, userId), now) }
}

interface Uses {
  /** Paid orders that used the coupon. */
  done: number
  /** Uses held by the person's own open payment, which the next checkout replaces. */
  held: number
}

const problemOf = (coupon: CouponRow, { done, held }: Uses, now: Date): CouponProblem | null => {
  const { isActive, startsAt, endsAt, maxUses, perUserLimit, used } = coupon
  if (!isActive || (startsAt && startsAt > now) || (endsAt && endsAt <= now)) return 'coupon.over'
  if (perUserLimit !== null && done >= perUserLimit) return 'coupon.used_by_you'
  return maxUses !== null && used - held >= maxUses ? 'coupon.used_up' : null
}

const usesOf = async (db: Db, couponId: number, userId: number): Promise<Uses> => {
  const [uses] = await db
    .select({
      done: sql<number>`(count(*) filter (where ${orders.status} not in ('pending', 'canceled')))::int`,
      held: sql<number>`(count(*) filter (where ${orders.status} = 'pending'))::int`,
    })
    .from(orders)
    .where(and(eq(orders.couponId, couponId), eq(orders.userId, userId)))
  return uses ?? { done: 0, held: 0 }
}

/**
 * Claims one use or refuses. The check and the count are one statement, so concurrent claims cannot exceed the limit.
 * The caller serializes checkouts of the same person, which makes the limit per person hold too.
 */
export const claimCoupon = async (tx: Tx, couponId: number) => {
  const claimed = await tx
    .update(coupons)
    .set({ used: sql`${coupons.used} + 1` })
    .where(and(eq(coupons.id, couponId), sql`(${coupons.maxUses} is null or ${coupons.used} < ${coupons.maxUses})`))
    .returning({ id: coupons.id })
  if (claimed.length === 0) throw new DomainError('coupon.used_up')
}

/**
 * Releases the coupon use of an order that will not be paid. The caller holds the order's lock, so this happens only
 * once.
 */
export const releaseCoupon = async (tx: Tx, couponId: number) => {
  await tx
    .update(coupons)
    .set({ used: sql`${coupons.used} - 1` })
    .where(eq(coupons.id, couponId))
}

/** For a canceled order that turned out to be paid: counts its use again, as far as the limit allows. */
export const reclaimCoupon = async (tx: Tx, couponId: number) => {
  await tx
    .update(coupons)
    .set({ used: sql`least(${coupons.used} + 1, ${coupons.maxUses})` })
    .where(eq(coupons.id, couponId))
}

export const discountOf = ({ kind, percent, amountCents }: CouponRow) =>
  kind === 'percent' ? { kind, percent: percent ?? 0 } : { kind, amountCents: amountCents ?? 0 }
