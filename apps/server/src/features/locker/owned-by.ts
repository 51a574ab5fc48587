import { and, eq, isNull } from 'drizzle-orm'
import { entitlements } from '@slipstream/db/tables/entitlements'

/** Matches every entitlement that gives a person this mod now. */
export const isOwnedBy = ({ userId, modId }: { userId: number; modId: number }) =>
  and(eq(entitlements.userId, userId), eq(entitlements.modId, modId), isNull(entitlements.revokedAt))
