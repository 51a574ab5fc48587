import { eq } from 'drizzle-orm'
import { type Db, inTransaction } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { banError, isBanned } from '#lib/is-banned.ts'
import { DomainError } from '#lib/domain-error.ts'
import type { Encryption } from './encryption.ts'
import { peekSecret, useSecret } from './one-time-secrets.service.ts'
import { placeOf, type Visitor } from './known-devices.ts'
import type { SessionRow } from './sessions.service.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import { noteSignIn } from './sign-in.service.ts'
import { isSecondFactor } from './two-factor.service.ts'

interface SecondFactorParts {
  db: Db
  limits: SignInLimits
  encryption: Encryption
}

/**
 * The account whose sign-in the challenge belongs to, if the code is right. A wrong code leaves the challenge open for
 * another try.
 */
export const checkSecondFactor = async (
  { db, limits, encryption }: SecondFactorParts,
  { challenge, code }: { challenge: string; code: string },
  visitor: Visitor,
) => {
  const { userId, details } = await inTransaction(db, (tx) => peekSecret(tx, 'second_factor', challenge))
  const method: SessionRow['method'] = details.method === 'discord' ? 'discord' : 'password'
  const [owner] = await db.select().from(users).where(eq(users.id, userId))
  if (!owner) throw new DomainError('auth.link_expired')
  const place = placeOf(visitor, owner)
  if (!(await limits.code.allows(String(userId), place))) throw new DomainError('auth.too_many_attempts')
  const row = await inTransaction(db, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId))
    if (!user || !(await isSecondFactor(tx, encryption, user, code))) return null
    await useSecret(tx, 'second_factor', challenge)
    return user
  })
  if (!row) {
    await inTransaction(db, (tx) => noteSignIn(tx, { userId, method, result: 'wrong_secret' }, visitor))
    throw new DomainError('auth.wrong_code')
  }
  if (isBanned(row)) throw banError(row)
  await limits.code.forgive(String(userId), place)
  return { row, method }
}
