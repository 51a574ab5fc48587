import { and, eq, gt, inArray } from 'drizzle-orm'
import type { Db } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { users } from '@slipstream/db/tables/users'
import { isPublished } from '#features/catalogue/mod-cards.service.ts'

/** Matches the mods that Premium includes. */
export const isIncluded = and(eq(mods.includedWithPremium, true), isPublished)

/** Matches the person's row while they are a member. */
export const isMember = (userId: number, now: Date) => and(eq(users.id, userId), gt(users.premiumExpiresAt, now))

/** Which of these mods a person has through Premium right now. Empty without Premium. */
export const includedModIds = async (
  db: Db,
  userId: number,
  modIds: readonly number[],
  now = new Date(),
): Promise<Set<number>> => {
  if (modIds.length === 0) return new Set()
  const included = await db
    .select({ id: mods.id })
    .from(mods)
    .innerJoin(users, isMember(userId, now))
    .where(and(isIncluded, inArray(mods.id, [...modIds])))
  return new Set(included.map(({ id }) => id))
}

/** When the person's Premium ends or has ended; null if they never had it. */
export const readPremiumEnd = async (db: Db, userId: number): Promise<Date | null> => {
  const [row] = await db.select({ endsAt: users.premiumExpiresAt }).from(users).where(eq(users.id, userId))
  return row?.endsAt ?? null
}
