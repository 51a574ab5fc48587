import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Signal } from '@slipstream/contract/user-terms'
import type {
  TrackedDevice,
  TrackedDownload,
  TrackedSignIn,
  TrackingQuery,
  UserSignal,
} from '@slipstream/contract/users-tracking'
import { type Db, readRows } from '@slipstream/db/client'
import { sessions, signIns } from '@slipstream/db/tables/auth'
import { downloads } from '@slipstream/db/tables/locker'
import { mods } from '@slipstream/db/tables/mods'
import { users } from '@slipstream/db/tables/users'
import { deviceName } from '#features/account/device-name.ts'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'

const PER_PAGE = 50

const newest = (name: string, id: AnyPgColumn): PageOrder => ({
  name,
  direction: 'desc',
  keys: [{ of: id, type: 'integer' }],
})
const SIGN_INS = newest('sign-ins', signIns.id)
const DEVICES = newest('devices', sessions.id)
const DOWNLOADS = newest('downloads', downloads.id)

/** By id, so that the list of one person reads that person's index. */
const ownerIs = (db: Db, column: AnyPgColumn, username: string | undefined) =>
  username === undefined
    ? undefined
    : eq(column, sql`(${db.select({ id: users.id }).from(users).where(eq(users.usernameKey, username.toLowerCase()))})`)

export const listSignIns = (db: Db, { username, after }: TrackingQuery) =>
  readPage(
    SIGN_INS,
    { after, size: PER_PAGE },
    (place, size) =>
      db
        .select({
          id: signIns.id,
          at: signIns.at,
          userId: signIns.userId,
          username: users.username,
          method: signIns.method,
          result: signIns.result,
          userAgent: signIns.userAgent,
          ip: signIns.ip,
          keys: keysOf(SIGN_INS),
        })
        .from(signIns)
        .leftJoin(users, eq(users.id, signIns.userId))
        .where(and(ownerIs(db, signIns.userId, username), place))
        .orderBy(orderedBy(SIGN_INS))
        .limit(size),
    ({ at, userAgent, ...row }): TrackedSignIn => ({
      ...row,
      at: at.toISOString(),
      device: deviceName(userAgent),
    }),
  )

export const listDevices = (db: Db, { username, after }: TrackingQuery) =>
  readPage(
    DEVICES,
    { after, size: PER_PAGE },
    (place, size) =>
      db
        .select({
          id: sessions.id,
          userId: sessions.userId,
          username: users.username,
          method: sessions.method,
          userAgent: sessions.userAgent,
          ip: sessions.ip,
          createdAt: sessions.createdAt,
          usedAt: sessions.usedAt,
          keys: keysOf(DEVICES),
        })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(and(ownerIs(db, sessions.userId, username), gt(sessions.expiresAt, sql`now()`), place))
        .orderBy(orderedBy(DEVICES))
        .limit(size),
    ({ userAgent, createdAt, usedAt, ...row }): TrackedDevice => ({
      ...row,
      device: deviceName(userAgent),
      createdAt: createdAt.toISOString(),
      usedAt: usedAt.toISOString(),
    }),
  )

export const listDownloads = (db: Db, { username, after }: TrackingQuery) =>
  readPage(
    DOWNLOADS,
    { after, size: PER_PAGE },
    (place, size) =>
      db
        .select({
          id: downloads.id,
          at: downloads.at,
          userId: downloads.userId,
          username: users.username,
          title: mods.title,
          version: downloads.version,
          ip: downloads.ip,
          keys: keysOf(DOWNLOADS),
        })
        .from(downloads)
        .innerJoin(users, eq(users.id, downloads.userId))
        .innerJoin(mods, eq(mods.id, downloads.modId))
        .where(and(ownerIs(db, downloads.userId, username), place))
        .orderBy(orderedBy(DOWNLOADS))
        .limit(size),
    ({ at, ...row }): TrackedDownload => ({ ...row, at: at.toISOString() }),
  )

/**
 * The count from which a pattern is unusual. Most customers have one or two addresses and a handful of downloads a day.
 */
const UNUSUAL: Record<Signal, number> = {
  failed_sign_ins: 10,
  many_addresses: 5,
  many_downloads: 40,
  shared_address: 5,
}
const SHOWN_PER_KIND = 20
const LAST_DAY = sql`now() - interval '1 day'`

/** What is counted, by person or by address, over the last day. Each query uses an index on the time. */
const PATTERNS: Record<Signal, { from: SQL; by: SQL; count: SQL }> = {
  failed_sign_ins: {
    from: sql`${signIns} t where t.at > ${LAST_DAY} and t.user_id is not null and t.result in ('wrong_secret', 'limited')`,
    by: sql`t.user_id as user_id, null::text as ip`,
    count: sql`count(*)`,
  },
  many_addresses: {
    from: sql`${downloads} t where t.at > ${LAST_DAY} and t.ip is not null`,
    by: sql`t.user_id as user_id, null::text as ip`,
    count: sql`count(distinct t.ip)`,
  },
  many_downloads: {
    from: sql`${downloads} t where t.at > ${LAST_DAY}`,
    by: sql`t.user_id as user_id, null::text as ip`,
    count: sql`count(*)`,
  },
  shared_address: {
    from: sql`${signIns} t where t.at > ${LAST_DAY} and t.user_id is not null and t.result in ('wrong_secret', 'limited')`,
    by: sql`null::int as user_id, t.ip as ip`,
    count: sql`count(distinct t.user_id)`,
  },
}

type SignalRow = { user_id: number | null; username: string | null; ip: string | null; count: number; last_at: string }

/**
 * Unusual patterns by kind, the highest count of each kind first. They have no automatic consequences: a person decides
 * what they mean.
 */
export const readSignals = async (db: Db): Promise<UserSignal[]> => {
  const found: UserSignal[] = []
  for (const [kind, { from, by, count }] of Object.entries(PATTERNS) as [Signal, (typeof PATTERNS)[Signal]][]) {
    const rows = await readRows<SignalRow>(
      db,
      sql`select s.*, u.username from (
          select ${by}, ${count}::int as count, max(t.at) as last_at from ${from} group by 1, 2
          having ${count} >= ${UNUSUAL[kind]} order by count desc, last_at desc limit ${SHOWN_PER_KIND}
        ) s left join ${users} u on u.id = s.user_id where u.id is null or u.erased_at is null`,
    )
    for (const { user_id: userId, last_at: lastAt, ...row } of rows) {
      found.push({ ...row, kind, userId, lastAt: new Date(lastAt).toISOString() })
    }
  }
  return found
}
