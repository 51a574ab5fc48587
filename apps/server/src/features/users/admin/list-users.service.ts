import { and, count, eq, gt, inArray, isNotNull, isNull, like, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { cents } from '@slipstream/contract/money'
import type { UserSort } from '@slipstream/contract/user-terms'
import type { UserFigures, UserFilters } from '@slipstream/contract/users-admin'
import type { UserRow } from '@slipstream/contract/users-row'
import type { Db } from '@slipstream/db/client'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { developerPin, users } from '@slipstream/db/tables/users'
import { avatarUrl } from '#features/auth/current-user.ts'
import { numbersOf } from '#features/orders/order-numbers.ts'
import { isPremiumAt } from '#features/premium/premium.ts'
import type { Cell, CsvFile } from '#lib/lists/csv.ts'
import { prefixPattern } from '#lib/lists/like-pattern.ts'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'
import { readThrough } from '#lib/lists/read-through.ts'
import { isBanned } from '#lib/is-banned.ts'

const PER_PAGE = 50

const BY_ID = { of: users.id, type: 'integer' } as const
const SORTS: Record<UserSort, PageOrder> = {
  newest: { name: 'newest', direction: 'desc', keys: [{ of: users.createdAt, type: 'instant' }, BY_ID] },
  active: { name: 'active', direction: 'desc', keys: [{ of: users.lastActiveAt, type: 'instant' }, BY_ID] },
  // Unique, so it needs no second key.
  name: { name: 'name', direction: 'asc', keys: [{ of: users.usernameKey, type: 'text' }] },
}
const LATEST_BAN: PageOrder = {
  name: 'banned',
  direction: 'desc',
  keys: [{ of: users.bannedAt, type: 'instant' }, BY_ID],
}

/** Banned accounts are listed with the latest ban first. */
const orderOf = ({ sort = 'newest', banned }: UserFilters) =>
  banned === 'true' && sort === 'newest' ? LATEST_BAN : SORTS[sort]

export interface UserListParts {
  db: Db
  discordCdnUrl: string
  /** In lower case. */
  developerDiscordUsername: string
}

type UserQuery = UserFilters & { limit?: number; after?: string | undefined }

export const listUsers = async (parts: UserListParts, { limit = PER_PAGE, after, ...filters }: UserQuery) => {
  const order = orderOf(filters)
  const where = await conditions(parts.db, filters)
  return readPage(
    order,
    { after, size: limit },
    (place, size) => selectUsers(parts, order, and(where, place), size),
    toRow(parts.discordCdnUrl),
  )
}

export const exportUsers = (parts: UserListParts, filters: UserFilters): CsvFile => ({
  name: 'users.csv',
  columns: [
    ...['Number', 'Username', 'E-mail', 'Verified', 'Discord', 'Role', 'Premium until', 'Banned until'],
    ...['Orders', 'Spent', 'Joined', 'Last active'],
  ],
  rows: readCells(parts, filters),
})

async function* readCells(parts: UserListParts, filters: UserFilters) {
  const order = orderOf(filters)
  const where = await conditions(parts.db, filters)
  yield* readThrough(order, (place, size) => selectUsers(parts, order, and(where, place), size), toCells)
}

// Qualified by hand, because drizzle omits the table name in a query of one table.
const paidOrders = sql`from ${orders} where user_id = ${users}.id and paid_at is not null`

const selectUsers = (
  { db, developerDiscordUsername }: UserListParts,
  order: PageOrder,
  where: SQL | undefined,
  size: number,
) =>
  db
    .select({
      id: users.id,
      username: users.username,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      discordId: users.discordId,
      discordUsername: users.discordUsername,
      discordAvatar: users.discordAvatar,
      isAdmin: users.isAdmin,
      isDeveloper: sql<boolean>`${developerPin.discordId} is not null`,
      premiumExpiresAt: users.premiumExpiresAt,
      bannedAt: users.bannedAt,
      banEndsAt: users.banEndsAt,
      banReason: users.banReason,
      orderCount: sql<number>`(select count(*)::int ${paidOrders})`,
      spentCents: sql<number>`(select coalesce(sum(total_cents), 0)::int ${paidOrders}) - (
        select coalesce(sum(refunded_cents), 0)::int from ${orderItems}
        where order_id in (select id ${paidOrders}))`,
      createdAt: users.createdAt,
      lastActiveAt: users.lastActiveAt,
      keys: keysOf(order),
    })
    .from(users)
    .leftJoin(
      developerPin,
      and(eq(developerPin.discordId, users.discordId), eq(developerPin.discordUsername, developerDiscordUsername)),
    )
    .where(where)
    .orderBy(orderedBy(order))
    .limit(size)
type Row = Awaited<ReturnType<typeof selectUsers>>[number]

const hasBan = and(isNotNull(users.bannedAt), or(isNull(users.banEndsAt), gt(users.banEndsAt, sql`now()`)))
const hasNoBan = or(isNull(users.bannedAt), lte(users.banEndsAt, sql`now()`))
const hasPremium = gt(users.premiumExpiresAt, sql`now()`)
const hasBought = sql`exists (select ${paidOrders})`

const conditions = async (db: Db, { q, role, banned, premium, bought }: UserFilters) =>
  and(
    isNull(users.erasedAt),
    q === undefined ? undefined : await isSearched(db, q),
    role && eq(users.isAdmin, role === 'admin'),
    banned && (banned === 'true' ? hasBan : hasNoBan),
    premium && and(isNotNull(users.premiumExpiresAt), hasPremium),
    bought && (bought === 'true' ? hasBought : not(hasBought)),
  )

/** The form of the search text decides which column is searched, so that each search uses an index. */
const isSearched = async (db: Db, q: string): Promise<SQL | undefined> => {
  if (/^#\d{1,9}$/.test(q)) return eq(users.id, Number(q.slice(1)))
  if (/^SL-[\d-]*$/i.test(q)) return hasOrder(db, eq(orders.number, q.toUpperCase()))
  if (/^\d{1,9}$/.test(q)) return or(hasOrder(db, inArray(orders.number, numbersOf(q))), await isNamed(db, q))
  if (q.includes('@')) return isFound(db, like(users.email, prefixPattern(q.toLowerCase())))
  return isNamed(db, q)
}

const hasOrder = (db: Db, condition: SQL) =>
  inArray(users.id, db.select({ id: orders.userId }).from(orders).where(condition))

const isNamed = (db: Db, q: string) => {
  const pattern = prefixPattern(q.toLowerCase())
  return isFound(db, or(like(users.usernameKey, pattern), sql`lower(${users.discordUsername}) like ${pattern}`))
}

const FEW = 1_000

/**
 * A few matches are found first and then sorted; among many, a page of the sorted list soon contains enough of them.
 * PostgreSQL cannot tell which is the case, because it misjudges how many names begin like this.
 */
const isFound = async (db: Db, condition: SQL | undefined) => {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(condition)
    .limit(FEW + 1)
  if (found.length > FEW) return condition
  return inArray(
    users.id,
    found.map(({ id }) => id),
  )
}

const toRow =
  (discordCdnUrl: string) =>
  (row: Row): UserRow => ({
    id: row.id,
    username: row.username,
    email: row.email,
    emailVerified: row.emailVerifiedAt !== null,
    discordUsername: row.discordUsername,
    image: avatarUrl(discordCdnUrl, row),
    isAdmin: row.isAdmin,
    isDeveloper: row.isDeveloper,
    premiumExpiresAt: isPremiumAt(row.premiumExpiresAt, new Date()) ? row.premiumExpiresAt.toISOString() : null,
    ban: banOf(row),
    orderCount: row.orderCount,
    spentCents: cents(row.spentCents),
    createdAt: row.createdAt.toISOString(),
    lastActiveAt: row.lastActiveAt.toISOString(),
  })

/** The ban that is in force now. */
export const banOf = (row: Pick<Row, 'bannedAt' | 'banEndsAt' | 'banReason'>): UserRow['ban'] =>
  row.bannedAt !== null && isBanned(row)
    ? { at: row.bannedAt.toISOString(), endsAt: row.banEndsAt?.toISOString() ?? null, reason: row.banReason }
    : null

const toCells = (row: Row): Cell[] => [
  row.id,
  row.username,
  row.email,
  row.emailVerifiedAt !== null,
  row.discordUsername,
  row.isAdmin ? 'Administrator' : 'Customer',
  row.premiumExpiresAt?.toISOString() ?? null,
  isBanned(row) ? (row.banEndsAt?.toISOString() ?? 'No end') : null,
  row.orderCount,
  row.spentCents / 100,
  row.createdAt.toISOString(),
  row.lastActiveAt.toISOString(),
]

/** Counting this many reads one index and takes milliseconds. */
const MOST_COUNTED = 100_000

/** Each count stops at the limit. */
export const readUserFigures = async (db: Db): Promise<UserFigures> => {
  const countWhere = async (condition: SQL | undefined) => {
    const some = db
      .select({ id: users.id })
      .from(users)
      .where(and(isNull(users.erasedAt), condition))
      .limit(MOST_COUNTED + 1)
      .as('some')
    const [counted] = await db.select({ count: count() }).from(some)
    const found = counted?.count ?? 0
    return { count: Math.min(found, MOST_COUNTED), orMore: found > MOST_COUNTED }
  }
  return {
    all: await countWhere(undefined),
    newThisWeek: await countWhere(gt(users.createdAt, sql`now() - interval '7 days'`)),
    admins: await countWhere(eq(users.isAdmin, true)),
    premium: await countWhere(and(isNotNull(users.premiumExpiresAt), hasPremium)),
    banned: await countWhere(hasBan),
  }
}
