import { eq } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { DiscordBusy, type DiscordRoles } from '#gateways/discord-roles.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { isBanned } from '#lib/is-banned.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { isHeld } from '#lib/outbox/hold.ts'
import { isPremiumAt } from './premium.ts'

export interface RoleParts {
  db: Db
  /** Null if the store gives no role. */
  discordRoles: DiscordRoles | null
}

/** One job per account: its next role sync, either now or when its Premium or ban ends. */
export const roleJobKey = (discordId: string) => `premium.sync_role:${discordId}`

/** Call wherever `premium_expires_at` or a ban changes: sessions and the Discord role follow. */
export const premiumChanged = async (tx: Tx, userId: number) => {
  await announceChange(tx, 'user', userId)
  await queueRoleOf(tx, userId)
}

/** Call before a person's Discord account is unlinked or replaced, and after one is linked. */
export const queueRoleOf = async (tx: Tx, userId: number) => {
  const [row] = await tx.select({ discordId: users.discordId }).from(users).where(eq(users.id, userId))
  if (row?.discordId) await queueRole(tx, row.discordId)
}

const queueRole = (tx: Tx, discordId: string, later: { runAt: Date; keepsTime: true } | undefined = undefined) =>
  enqueue(tx, 'premium.sync_role', { discordId }, { jobKey: roleJobKey(discordId), ...later })

type Person = Pick<typeof users.$inferSelect, 'premiumExpiresAt' | 'bannedAt' | 'banEndsAt'>

/** Whether a person should have the role, and when that changes by itself. */
export const roleDueAt = (person: Person | undefined, now: Date): { isDue: boolean; changesAt: Date | null } => {
  if (!person || !isPremiumAt(person.premiumExpiresAt, now)) return { isDue: false, changesAt: null }
  return isBanned(person, now)
    ? { isDue: false, changesAt: person.banEndsAt }
    : { isDue: true, changesAt: person.premiumExpiresAt }
}

/**
 * Grants or removes the role of one Discord account according to the current state. Idempotent. An account that no
 * person has linked loses the role.
 */
export const syncRole = async (parts: RoleParts, discordId: string): Promise<void> => {
  const { db, discordRoles } = parts
  // A restored store may not know who has paid. Releasing the roles compares them all.
  if (!discordRoles || (await isHeld(db, 'roles'))) return
  const { isDue } = await readDue(db, discordId)
  const retryAt = await tryRole(discordRoles, discordId, isDue)
  const since = await readDue(db, discordId)
  // The state changed while Discord was answering, and the job for that change may have finished before this one.
  if (retryAt === null && since.isDue !== isDue) return syncRole(parts, discordId)
  const runAt = retryAt ?? since.changesAt
  // A job that was queued meanwhile for the same account keeps its earlier time.
  if (runAt) await inTransaction(db, (tx) => queueRole(tx, discordId, { runAt, keepsTime: true }))
}

const readDue = async (db: Db, discordId: string) => {
  const [person] = await db
    .select({ premiumExpiresAt: users.premiumExpiresAt, bannedAt: users.bannedAt, banEndsAt: users.banEndsAt })
    .from(users)
    .where(eq(users.discordId, discordId))
  return roleDueAt(person, new Date())
}

/** Returns when to try again if Discord is busy. That is not a failure and does not count as an attempt. */
const tryRole = async (roles: DiscordRoles, discordId: string, isDue: boolean): Promise<Date | null> => {
  try {
    await roles.setRole(discordId, isDue)
    return null
  } catch (error) {
    if (error instanceof DiscordBusy) return error.retryAt
    throw error
  }
}
