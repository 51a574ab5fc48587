import { and, eq, isNull } from 'drizzle-orm'
import { entitlements } from '@slipstream/db/tables/entitlements'

/** Every reason for which somebody has this mod now, Premium included. */
export const isInLocker = ({ userId, modId }: { userId: number; modId: number }) =>
  and(eq(entitlements.userId, userId), eq(entitlements.modId, modId), isNull(entitlements.revokedAt))
