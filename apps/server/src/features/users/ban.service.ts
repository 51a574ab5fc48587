import { eq } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { keepAnAdmin } from '#features/auth/last-admin.service.ts'
import { endSecrets } from '#features/auth/one-time-secrets.service.ts'
import { endOpenPayments } from '#features/orders/forget-buyers.service.ts'
import { premiumChanged } from '#features/premium/discord-role.service.ts'
import { endSessions } from '#features/auth/sessions.service.ts'
import { endSubscriptionsOf } from '#features/subscriptions/end-subscription.service.ts'

interface Ban {
  reason: string | null
  /** Null for a permanent ban. */
  endsAt: Date | null
}

/**
 * Bans a person: signs them out everywhere and ends pending sign-ins. Closes an open payment page; a payment made there
 * anyway is refunded, because nobody should pay for what they cannot reach. A subscription does not renew.
 */
export const banUser = async (tx: Tx, userId: number, { reason, endsAt }: Ban) => {
  await keepAnAdmin(tx, userId)
  await tx.update(users).set({ bannedAt: new Date(), banReason: reason, banEndsAt: endsAt }).where(eq(users.id, userId))
  await endSecrets(tx, userId)
  await endSessions(tx, userId)
  await endOpenPayments(tx, userId)
  await endSubscriptionsOf(tx, userId, 'banned')
  await premiumChanged(tx, userId)
}

/** There are no sessions to end, because the person could not sign in. */
export const unbanUser = async (tx: Tx, userId: number) => {
  await tx.update(users).set({ bannedAt: null, banReason: null, banEndsAt: null }).where(eq(users.id, userId))
  await premiumChanged(tx, userId)
}
