import { and, eq, gt, sql } from 'drizzle-orm'
import { MINUTE_MS } from '@slipstream/contract/durations'
import type { Tx } from '@slipstream/db/client'
import { oneTimeSecrets } from '@slipstream/db/tables/auth'
import { DomainError } from '#lib/domain-error.ts'
import { hashOf, newSecret } from './secret.ts'

type Purpose = typeof oneTimeSecrets.$inferSelect.purpose

const LIFE_MS: Record<Purpose, number> = {
  discord_ticket: MINUTE_MS,
  second_factor: 10 * MINUTE_MS,
  reset_password: 60 * MINUTE_MS,
  verify_email: 24 * 60 * MINUTE_MS,
  invitation: 7 * 24 * 60 * MINUTE_MS,
  cancel_subscription: 24 * 60 * MINUTE_MS,
}

/** A stranger can request these, so a new one must not invalidate the one the owner is about to use. */
const LIVE_SIDE_BY_SIDE = new Set<Purpose>(['second_factor', 'reset_password', 'cancel_subscription'])

/** Issues a one-time secret. For most purposes this invalidates the user's older ones. */
export const issueSecret = async (
  tx: Tx,
  purpose: Purpose,
  userId: number,
  details: Record<string, string> = {},
): Promise<string> => {
  const secret = newSecret()
  if (!LIVE_SIDE_BY_SIDE.has(purpose)) await endSecrets(tx, userId, purpose)
  await tx.insert(oneTimeSecrets).values({
    hash: hashOf(secret),
    purpose,
    userId,
    details,
    expiresAt: new Date(Date.now() + LIFE_MS[purpose]),
  })
  return secret
}

const isValid = (purpose: Purpose, secret: string) =>
  and(
    eq(oneTimeSecrets.hash, hashOf(secret)),
    eq(oneTimeSecrets.purpose, purpose),
    gt(oneTimeSecrets.expiresAt, sql`now()`),
  )

/** Uses up the secret and returns what it was for. Of two concurrent requests, one is refused. */
export const useSecret = async (tx: Tx, purpose: Purpose, secret: string) => {
  const [used] = await tx
    .delete(oneTimeSecrets)
    .where(isValid(purpose, secret))
    .returning({ userId: oneTimeSecrets.userId, details: oneTimeSecrets.details })
  if (!used) throw new DomainError('auth.link_expired')
  return used
}

/** Reads the secret without using it up: a wrong code must not end the sign-in it belongs to. */
export const peekSecret = async (tx: Tx, purpose: Purpose, secret: string) => {
  const [found] = await tx
    .select({ userId: oneTimeSecrets.userId, details: oneTimeSecrets.details })
    .from(oneTimeSecrets)
    .where(isValid(purpose, secret))
  if (!found) throw new DomainError('auth.link_expired')
  return found
}

const isReset = (userId: number) => and(eq(oneTimeSecrets.userId, userId), eq(oneTimeSecrets.purpose, 'reset_password'))

/** Whether an unused reset link created since then has been mailed. */
export const hasMailedSince = async (tx: Tx, userId: number, since: Date) => {
  const [found] = await tx
    .select({ hash: oneTimeSecrets.hash })
    .from(oneTimeSecrets)
    .where(and(isReset(userId), gt(oneTimeSecrets.createdAt, since), sql`${oneTimeSecrets.details} ? 'mailed'`))
    .limit(1)
  return found !== undefined
}

export const noteMailed = async (tx: Tx, userId: number) => {
  await tx
    .update(oneTimeSecrets)
    .set({ details: { mailed: 'yes' } })
    .where(isReset(userId))
}

/** Invalidates a user's secrets for one purpose, or all of them. */
export const endSecrets = async (tx: Tx, userId: number, purpose?: Purpose) => {
  const those = purpose === undefined ? undefined : eq(oneTimeSecrets.purpose, purpose)
  await tx.delete(oneTimeSecrets).where(and(eq(oneTimeSecrets.userId, userId), those))
}
