import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { type Db, inTransaction } from '@slipstream/db/client'
import { passkeyChallenges } from '@slipstream/db/tables/passkeys'
import { DomainError } from '#lib/domain-error.ts'
import { hashOf, newSecret } from './secret.ts'

type Purpose = typeof passkeyChallenges.$inferSelect.purpose

/** Long enough to fetch a phone or a security key. */
export const CHALLENGE_MS = 5 * 60_000
/** More than one, so that a table filled by an attack shrinks even while the attack continues. */
const SWEPT_PER_CHALLENGE = 10

const isOf = (userId: number | null) =>
  userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId)

/**
 * Issues a challenge. A user has one per purpose; visitors' challenges are rate limited per address and swept when new
 * ones are issued.
 */
export const issueChallenge = async (db: Db, purpose: Purpose, userId: number | null): Promise<string> => {
  const challenge = newSecret()
  const expired = db
    .select({ hash: passkeyChallenges.hash })
    .from(passkeyChallenges)
    .where(lt(passkeyChallenges.expiresAt, sql`now()`))
    .limit(SWEPT_PER_CHALLENGE)
    .for('update', { skipLocked: true })
  await inTransaction(db, async (tx) => {
    await tx.delete(passkeyChallenges).where(inArray(passkeyChallenges.hash, expired))
    if (userId !== null) {
      await tx.delete(passkeyChallenges).where(and(isOf(userId), eq(passkeyChallenges.purpose, purpose)))
    }
    const expiresAt = new Date(Date.now() + CHALLENGE_MS)
    await tx.insert(passkeyChallenges).values({ hash: hashOf(challenge), purpose, userId, expiresAt })
  })
  return challenge
}

/** Uses up a challenge in its own transaction, so that it stays used even if the signature turns out to be wrong. */
export const useChallenge = async (db: Db, purpose: Purpose, userId: number | null, challenge: string) => {
  const isAsked = and(
    eq(passkeyChallenges.hash, hashOf(challenge)),
    eq(passkeyChallenges.purpose, purpose),
    isOf(userId),
    gt(passkeyChallenges.expiresAt, sql`now()`),
  )
  const used = await inTransaction(db, (tx) =>
    tx.delete(passkeyChallenges).where(isAsked).returning({ hash: passkeyChallenges.hash }),
  )
  if (used.length === 0) throw new DomainError('auth.passkey_expired')
}
