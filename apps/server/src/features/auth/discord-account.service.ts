import { randomInt } from 'node:crypto'
import { and, eq, gt, isNotNull, or } from 'drizzle-orm'
import { EmailAddress } from '@slipstream/contract/users'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { tellOfAccess } from './access-mails.ts'
import type { UserRow } from './current-user.ts'
import { banError, isBanned } from '#lib/is-banned.ts'
import { hasVerifiedEmail } from './verified-email.ts'
import { queueRoleOf } from '#features/premium/discord-role.service.ts'
import type { DiscordProfile } from '#gateways/discord.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { DomainError } from '#lib/domain-error.ts'
import { hashOf, isSameSecret, newSecret } from './secret.ts'
import { pinDeveloper } from './developer-pin.service.ts'
import { issueSecret, useSecret } from './one-time-secrets.service.ts'
import type { Device } from './sessions.service.ts'
import { isReserved } from './reserved-names.ts'
import { noteSignIn } from './sign-in.service.ts'

const LONGEST_NAME = 32
const MOST_NAMES_TRIED = 10

interface Arrival {
  profile: DiscordProfile
  device: Device
  developerDiscordUsername: string
  storeName: string
}

/**
 * Issues a sign-in ticket for the person who returns from Discord, bound to a secret of this browser so that it is
 * useless in another one (login CSRF). The account is the one with this Discord id, or a new one.
 */
export const admitFromDiscord = async (db: Db, { profile, device, developerDiscordUsername, storeName }: Arrival) => {
  const browser = newSecret()
  const ticket = await inTransaction(db, async (tx) => {
    const row = await findOrCreate(tx, profile, storeName)
    if (isBanned(row)) {
      await noteSignIn(tx, { userId: row.id, method: 'discord', result: 'banned' }, device)
      return row
    }
    await pinDeveloper(tx, profile, developerDiscordUsername)
    return issueSecret(tx, 'discord_ticket', row.id, { browser: hashOf(browser) })
  })
  // Thrown after the commit, so that the attempt stays recorded.
  if (typeof ticket !== 'string') throw banError(ticket)
  return { ticket, browser }
}

/** The account the ticket is for. The ticket is used up even if the browser is the wrong one. */
export const useTicket = async (db: Db, ticket: string, browser: string | null, device: Device): Promise<UserRow> => {
  const { userId, details } = await inTransaction(db, (tx) => useSecret(tx, 'discord_ticket', ticket))
  const isThisBrowser = browser !== null && isSameSecret(hashOf(browser), details.browser ?? '')
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  if (!isThisBrowser || !row) throw new DomainError('auth.link_expired')
  if (!isBanned(row)) return row
  await inTransaction(db, (tx) => noteSignIn(tx, { userId, method: 'discord', result: 'banned' }, device))
  throw banError(row)
}

/** False if the Discord account is linked to another account. */
export const linkDiscord = async (tx: Tx, userId: number, profile: DiscordProfile) => {
  const [owner] = await tx.select({ id: users.id }).from(users).where(eq(users.discordId, profile.id))
  if (owner && owner.id !== userId) return false
  // The previously linked Discord account loses the role, and the new one gets it.
  await queueRoleOf(tx, userId)
  await tx
    .update(users)
    .set({ discordId: profile.id, ...shownFields(profile) })
    .where(eq(users.id, userId))
  await announceChange(tx, 'user', userId)
  await queueRoleOf(tx, userId)
  if (!owner) await tellOfAccess(tx, userId, 'discord_linked')
  return true
}

export const unlinkDiscord = async (tx: Tx, { id }: Pick<UserRow, 'id'>) => {
  await queueRoleOf(tx, id)
  const unlinked = await tx
    .update(users)
    .set({ discordId: null, discordUsername: null, discordAvatar: null })
    .where(and(eq(users.id, id), or(isNotNull(users.passwordHash), gt(users.passkeyCount, 0))))
    .returning({ id: users.id })
  if (unlinked.length === 0) throw new DomainError('account.last_way_in')
  await announceChange(tx, 'user', id)
}

const shownFields = ({ username, avatar }: DiscordProfile) => ({ discordUsername: username, discordAvatar: avatar })

/** By Discord id only: matching by e-mail address would give one person's account to another. */
const findOrCreate = async (tx: Tx, profile: DiscordProfile, storeName: string): Promise<UserRow> => {
  for (let attempt = 0; attempt < MOST_NAMES_TRIED; attempt += 1) {
    // Searched again after each attempt, because the conflict may be the same person in another tab.
    const row =
      (await refresh(tx, profile)) ?? (await create(tx, profile, nameFor(profile.username, attempt, storeName)))
    if (row) return row
  }
  throw new Error('no free username found for a Discord account')
}

const refresh = async (tx: Tx, profile: DiscordProfile) => {
  const [row] = await tx.update(users).set(shownFields(profile)).where(eq(users.discordId, profile.id)).returning()
  if (row) await announceChange(tx, 'user', row.id)
  return row
}

/** Returns nothing on a conflict of name, address or Discord id. */
const create = async (tx: Tx, profile: DiscordProfile, username: string) => {
  const email = await freeEmail(tx, profile)
  const [row] = await tx
    .insert(users)
    .values({
      username,
      email,
      emailVerifiedAt: email === null ? null : new Date(),
      discordId: profile.id,
      ...shownFields(profile),
    })
    .onConflictDoNothing()
    .returning()
  return row
}

/**
 * The address Discord has verified, unless an account already owns it. An unverified claim by another account does not
 * count.
 */
const freeEmail = async (tx: Tx, { verifiedEmail }: DiscordProfile) => {
  const { data: email } = EmailAddress.safeParse(verifiedEmail)
  if (email === undefined) return null
  const [owner] = await tx.select({ id: users.id }).from(users).where(hasVerifiedEmail(email))
  return owner ? null : email
}

/** Discord's name in allowed characters, with a number appended if it is taken; each attempt may use more digits. */
const nameFor = (discordUsername: string, attempt: number, storeName: string) => {
  const allowed = discordUsername.replace(/[^A-Za-z0-9_.-]/g, '')
  const name = allowed.length < 3 || isReserved(allowed, storeName) ? `driver${allowed}` : allowed
  const suffix = attempt === 0 ? '' : String(randomInt(2, 10 ** (attempt + 1)))
  return name.slice(0, LONGEST_NAME - suffix.length) + suffix
}
