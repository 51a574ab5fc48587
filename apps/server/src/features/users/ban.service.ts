import { eq } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { endSecrets } from '#features/auth/one-time-secrets.service.ts'
import { endOpenPayments } from '#features/orders/forget-buyers.service.ts'
import { endSessions } from '#features/auth/sessions.service.ts'

interface Ban {
  reason: string | null
  /** Null for ever. */
  endsAt: Date | null
}

/**
 * Keeps somebody out: signed out everywhere at once, and what was on the way to a sign-in ends too. An open payment page is
 * closed; what is paid there all the same is refunded, because nobody shall pay for what they cannot reach.
 */
export const banUser = async (tx: Tx, userId: number, { reason, endsAt }: Ban) => {
  await tx.update(users).set({ bannedAt: new Date(), banReason: reason, banEndsAt: endsAt }).where(eq(users.id, userId))
  await endSecrets(tx, userId)
  await endSessions(tx, userId)
  await endOpenPayments(tx, userId)
}

/** There are no sessions to end, and nothing is remembered of who could not sign in. */
export const unbanUser = async (tx: Tx, userId: number) => {
  await tx.update(users).set({ bannedAt: null, banReason: null, banEndsAt: null }).where(eq(users.id, userId))
}
