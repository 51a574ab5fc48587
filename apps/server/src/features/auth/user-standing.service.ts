import { eq } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { isBanned } from '#lib/is-banned.ts'

export type Standing = 'active' | 'banned' | 'deleted'

const selectUser = (tx: Tx, userId: number) =>
  tx
    .select({ bannedAt: users.bannedAt, banEndsAt: users.banEndsAt, erasedAt: users.erasedAt })
    .from(users)
    .where(eq(users.id, userId))

type Found = Awaited<ReturnType<typeof selectUser>>

const toStanding = ([user]: Found): Standing => {
  if (!user || user.erasedAt !== null) return 'deleted'
  return isBanned(user) ? 'banned' : 'active'
}

/** Whether a person can use what they buy. */
export const standingOf = async (tx: Tx, userId: number) => toStanding(await selectUser(tx, userId))

/** The same under a row lock, so that purchases, bans and deletions of one person run one after another. */
export const lockStanding = async (tx: Tx, userId: number) =>
  toStanding(await selectUser(tx, userId).for('no key update'))
