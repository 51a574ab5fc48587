import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { cents } from '@slipstream/contract/money'
import type { UserDetail, UserNote } from '@slipstream/contract/users-detail'
import { type Db, readRows } from '@slipstream/db/client'
import { sessions } from '@slipstream/db/tables/auth'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { downloads } from '@slipstream/db/tables/locker'
import { mods } from '@slipstream/db/tables/mods'
import { refundRequests } from '@slipstream/db/tables/order-history'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { developerPin, userNotes, users } from '@slipstream/db/tables/users'
import { deviceName } from '#features/account/device-name.ts'
import { avatarUrl, type UserRow } from '#features/auth/current-user.ts'
import { hasSecondFactor } from '#features/auth/second-factors.ts'
import { isPremiumAt } from '#features/premium/premium.ts'
import { DomainError } from '#lib/domain-error.ts'
import { isUnused } from '../invite.service.ts'
import { banOf, type UserListParts } from './list-users.service.ts'

const [ORDERS_SHOWN, MODS_SHOWN, SESSIONS_SHOWN] = [5, 8, 20]

/** Notes are read all at once, because staff write only a few. */
export const MOST_NOTES = 100

export const findPerson = async (db: Db, userId: number): Promise<UserRow> => {
  const [person] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
  if (!person) throw new DomainError('users.not_found')
  return person
}

/** Whether this is the Discord account that the configuration names and that was pinned at its first sign-in. */
export const isDeveloper = async (
  db: Db,
  { discordId }: Pick<UserRow, 'discordId'>,
  developerDiscordUsername: string,
): Promise<boolean> => {
  if (discordId === null) return false
  const isPinned = and(
    eq(developerPin.discordId, discordId),
    eq(developerPin.discordUsername, developerDiscordUsername),
  )
  return (await db.select({ id: developerPin.discordId }).from(developerPin).where(isPinned)).length > 0
}

export const readUser = async (parts: UserListParts, userId: number, viewerId: number): Promise<UserDetail> => {
  const { db, discordCdnUrl, developerDiscordUsername } = parts
  const row = await findPerson(db, userId)
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    emailVerified: row.emailVerifiedAt !== null,
    discordUsername: row.discordUsername,
    image: avatarUrl(discordCdnUrl, row),
    isAdmin: row.isAdmin,
    isDeveloper: await isDeveloper(db, row, developerDiscordUsername),
    premiumExpiresAt: isPremiumAt(row.premiumExpiresAt, new Date()) ? row.premiumExpiresAt.toISOString() : null,
    ban: banOf(row),
    createdAt: row.createdAt.toISOString(),
    lastActiveAt: row.lastActiveAt.toISOString(),
    hasPassword: row.passwordHash !== null,
    hasSecondFactor: hasSecondFactor(row),
    isInvited: isUnused(row),
    isYou: row.id === viewerId,
    sums: await readSums(db, userId),
    orders: await readOrders(db, userId),
    mods: await readMods(db, userId),
    modCount: await db.$count(entitlements, and(eq(entitlements.userId, userId), isNull(entitlements.revokedAt))),
    sessions: await readSessions(db, userId),
    notes: await readNotes(db, userId),
  }
}

type Sums = Record<keyof UserDetail['sums'], number>

const readSums = async (db: Db, userId: number): Promise<UserDetail['sums']> => {
  const [sums] = await readRows<Sums>(
    db,
    sql`select * from
      (select count(*)::int as orders, coalesce(sum(total_cents), 0)::int as "spentCents" from orders
       where user_id = ${userId} and paid_at is not null) paid,
      (select coalesce(sum(i.refunded_cents), 0)::int as "refundedCents",
         count(distinct o.id) filter (where i.refunded_cents > 0)::int as "refundedOrders"
       from orders o join order_items i on i.order_id = o.id where o.user_id = ${userId} and o.paid_at is not null) returned,
      (select count(*)::int as downloads, count(distinct mod_id)::int as "downloadedMods" from downloads
       where user_id = ${userId}) loaded,
      (select count(*)::int as reviews from reviews where user_id = ${userId}) reviewed,
      (select count(*)::int as tickets, count(*) filter (where status in ('open', 'waiting'))::int as "openTickets"
       from tickets where user_id = ${userId}) asked`,
  )
  if (!sums) throw new Error('sums have exactly one row')
  const { spentCents, refundedCents, ...counts } = sums
  return { ...counts, spentCents: cents(spentCents), refundedCents: cents(refundedCents) }
}

const readOrders = async (db: Db, userId: number): Promise<UserDetail['orders']> => {
  const rows = await db
    .select({
      id: orders.id,
      number: orders.number,
      status: orders.status,
      titles: sql<string[]>`array(select title from ${orderItems} where order_id = ${orders}.id order by id)`,
      totalCents: orders.totalCents,
      hasOpenRequest: sql<boolean>`exists (
        select from ${refundRequests} where order_id = ${orders}.id and state = 'open')`,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(ORDERS_SHOWN)
  return rows.map((row) => ({ ...row, totalCents: cents(row.totalCents), createdAt: row.createdAt.toISOString() }))
}

const readMods = async (db: Db, userId: number): Promise<UserDetail['mods']> => {
  const rows = await db
    .select({
      id: entitlements.id,
      modId: entitlements.modId,
      title: mods.title,
      source: entitlements.source,
      grantedAt: entitlements.grantedAt,
      windowEndsAt: entitlements.windowEndsAt,
      downloads: sql<number>`(
        select count(*)::int from ${downloads}
        where ${downloads}.user_id = ${userId} and ${downloads}.mod_id = ${entitlements.modId})`,
    })
    .from(entitlements)
    .innerJoin(mods, eq(mods.id, entitlements.modId))
    .where(and(eq(entitlements.userId, userId), isNull(entitlements.revokedAt)))
    .orderBy(desc(entitlements.grantedAt), desc(entitlements.id))
    .limit(MODS_SHOWN)
  return rows.map((row) => ({
    ...row,
    grantedAt: row.grantedAt.toISOString(),
    windowEndsAt: row.windowEndsAt?.toISOString() ?? null,
  }))
}

const readSessions = async (db: Db, userId: number): Promise<UserDetail['sessions']> => {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.id))
    .limit(SESSIONS_SHOWN)
  return rows.map(({ id, method, userAgent, ip, createdAt, usedAt }) => ({
    id,
    method,
    device: deviceName(userAgent),
    ip,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt.toISOString(),
  }))
}

const readNotes = async (db: Db, userId: number): Promise<UserNote[]> => {
  const rows = await db
    .select({ id: userNotes.id, by: users.username, body: userNotes.body, at: userNotes.createdAt })
    .from(userNotes)
    .innerJoin(users, eq(users.id, userNotes.authorId))
    .where(eq(userNotes.userId, userId))
    .orderBy(desc(userNotes.createdAt), desc(userNotes.id))
    .limit(MOST_NOTES)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
