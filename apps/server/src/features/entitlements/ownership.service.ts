import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'

/** Which of these mods a person owns permanently. A mod included with Premium is not owned and can still be bought. */
export const ownedModIds = async (db: Db, userId: number, modIds: readonly number[]): Promise<Set<number>> => {
  if (modIds.length === 0) return new Set()
  const owned = await db
    .selectDistinct({ modId: entitlements.modId })
    .from(entitlements)
    .where(and(isForGood(userId), inArray(entitlements.modId, [...modIds])))
  return new Set(owned.map(({ modId }) => modId))
}

/** All owned mods, newest first. */
export const listOwnedModIds = async (db: Db, userId: number): Promise<number[]> => {
  const owned = await db
    .select({ modId: entitlements.modId })
    .from(entitlements)
    .where(isForGood(userId))
    .orderBy(desc(entitlements.grantedAt), desc(entitlements.id))
  return [...new Set(owned.map(({ modId }) => modId))]
}

const isForGood = (userId: number) => and(eq(entitlements.userId, userId), isNull(entitlements.revokedAt))

export const ownsMod = async (db: Db, userId: number, modId: number) =>
  (await ownedModIds(db, userId, [modId])).has(modId)
