import { and, eq, gt, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { DomainError } from '#lib/domain-error.ts'

/** An invited administrator without a password does not count: the link may never be opened. */
const isActiveAdmin = and(
  eq(users.isAdmin, true),
  isNull(users.erasedAt),
  or(isNull(users.bannedAt), lte(users.banEndsAt, sql`now()`)),
  or(isNotNull(users.passwordHash), isNotNull(users.discordId), gt(users.passkeyCount, 0)),
)

/**
 * Refuses to demote, ban or erase the only administrator who can sign in. Holds a lock until the transaction ends, so
 * that two administrators who act on each other take turns. Call it before locking rows. A trigger checks the same.
 */
export const keepAnAdmin = async (tx: Tx, userId: number) => {
  const isThisOne = and(isActiveAdmin, eq(users.id, userId))
  if ((await tx.select({ id: users.id }).from(users).where(isThisOne)).length === 0) return
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('users_last_admin'))`)
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(isActiveAdmin, ne(users.id, userId)))
    .limit(1)
  if (!other) throw new DomainError('users.last_admin')
}
