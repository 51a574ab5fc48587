import { and, eq, gte, inArray, isNotNull, like, lt, type SQL, sql } from 'drizzle-orm'
import { cents } from '@slipstream/contract/money'
import type { OrderSummary } from '@slipstream/contract/orders'
import type { OrderFilters, OrderRow } from '@slipstream/contract/orders-admin'
import type { Db } from '@slipstream/db/client'
import { coupons } from '@slipstream/db/tables/coupons'
import { refundRequests } from '@slipstream/db/tables/order-history'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { ledgerEntries } from '@slipstream/db/tables/payments'
import { users } from '@slipstream/db/tables/users'
import type { Cell, CsvFile } from '#lib/lists/csv.ts'
import { prefixPattern } from '#lib/lists/like-pattern.ts'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'
import { readThrough } from '#lib/lists/read-through.ts'
import { numbersOf } from './order-numbers.ts'

const OWN_PER_PAGE = 20
const PER_PAGE = 50

const NEWEST: PageOrder = {
  name: 'newest',
  direction: 'desc',
  keys: [
    { of: orders.createdAt, type: 'instant' },
    { of: orders.id, type: 'integer' },
  ],
}

// Qualified by hand: in a query of one table drizzle omits the table name, and the subquery would resolve the column to
// its own.
const titles = sql<string[]>`array(select title from ${orderItems} where order_id = ${orders}.id order by id)`
const refunded = sql<number>`(select coalesce(sum(refunded_cents), 0)::int from ${orderItems} where order_id = ${orders}.id)`
const hasOpenRequest = sql<boolean>`exists (
  select from ${refundRequests} where order_id = ${orders}.id and state = 'open')`

/** The orders a person has paid for, newest first. */
export const listOwnOrders = (db: Db, userId: number, after: string | undefined) =>
  readPage(
    NEWEST,
    { after, size: OWN_PER_PAGE },
    (place, size) =>
      db
        .select({
          number: orders.number,
          status: orders.status,
          createdAt: orders.createdAt,
          paidAt: orders.paidAt,
          totalCents: orders.totalCents,
          refundedCents: refunded,
          titles,
          keys: keysOf(NEWEST),
        })
        .from(orders)
        .where(and(eq(orders.userId, userId), isNotNull(orders.paidAt), place))
        .orderBy(orderedBy(NEWEST))
        .limit(size),
    (row): OrderSummary => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      paidAt: row.paidAt?.toISOString() ?? null,
      totalCents: cents(row.totalCents),
      refundedCents: cents(row.refundedCents),
    }),
  )

type OrderQuery = OrderFilters & { limit?: number; after?: string | undefined }

export const listOrders = (db: Db, { limit = PER_PAGE, after, ...filters }: OrderQuery) =>
  readPage(
    NEWEST,
    { after, size: limit },
    (place, size) => readRows(db, and(conditions(db, filters), place), size),
    toRow,
  )

export const exportOrders = (db: Db, filters: OrderFilters): CsvFile => ({
  name: 'orders.csv',
  columns: ['Number', 'Status', 'Ordered', 'Paid', 'Customer', 'E-mail', 'Mods', 'Coupon', 'Total', 'Refunded'],
  rows: readThrough(NEWEST, (place, size) => readRows(db, and(conditions(db, filters), place), size), toCells),
})

const readRows = (db: Db, where: SQL | undefined, size: number) =>
  db
    .select({
      id: orders.id,
      number: orders.number,
      status: orders.status,
      userId: orders.userId,
      username: users.username,
      email: orders.email,
      titles,
      totalCents: orders.totalCents,
      refundedCents: refunded,
      couponCode: coupons.code,
      hasOpenRequest,
      createdAt: orders.createdAt,
      paidAt: orders.paidAt,
      keys: keysOf(NEWEST),
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(coupons, eq(coupons.id, orders.couponId))
    .where(where)
    .orderBy(orderedBy(NEWEST))
    .limit(size)
type Row = Awaited<ReturnType<typeof readRows>>[number]

const conditions = (db: Db, { q, status, requested, from, to }: OrderFilters) =>
  and(
    q === undefined ? undefined : isSearched(db, q),
    status && eq(orders.status, status),
    requested &&
      inArray(
        orders.id,
        db.select({ id: refundRequests.orderId }).from(refundRequests).where(eq(refundRequests.state, 'open')),
      ),
    from === undefined ? undefined : gte(orders.createdAt, new Date(from)),
    to === undefined ? undefined : lt(orders.createdAt, new Date(to)),
  )

/** The form of the search text decides which column is searched, so that each search uses one index. */
const isSearched = (db: Db, q: string): SQL => {
  if (/^SL-[\d-]*$/i.test(q)) return like(orders.number, `${q.toUpperCase()}%`)
  if (/^\d{1,9}$/.test(q)) return inArray(orders.number, numbersOf(q))
  if (q.startsWith('cs_')) return eq(orders.stripeSessionId, q)
  if (q.startsWith('pi_')) return eq(orders.paymentIntentId, q)
  if (/^(re|du|dp)_/.test(q)) {
    return inArray(
      orders.id,
      db.select({ id: ledgerEntries.orderId }).from(ledgerEntries).where(eq(ledgerEntries.stripeId, q)),
    )
  }
  if (q.includes('@')) return hasEmail(prefixPattern(q.toLowerCase()))
  return inArray(orders.userId, db.select({ id: users.id }).from(users).where(eq(users.usernameKey, q.toLowerCase())))
}

/**
 * Finds the matches first and sorts them afterwards. PostgreSQL overestimates the number of matches and would otherwise
 * read all orders by time.
 */
const hasEmail = (pattern: string) =>
  sql`${orders.id} = any(array(select o.id from ${orders} o where o.email like ${pattern}))`

const toRow = (row: Row): OrderRow => ({
  ...row,
  totalCents: cents(row.totalCents),
  refundedCents: cents(row.refundedCents),
  createdAt: row.createdAt.toISOString(),
  paidAt: row.paidAt?.toISOString() ?? null,
})

const toCells = (row: Row): Cell[] => [
  row.number,
  row.status,
  row.createdAt.toISOString(),
  row.paidAt?.toISOString() ?? null,
  row.username,
  row.email,
  row.titles.join('; '),
  row.couponCode,
  row.totalCents / 100,
  row.refundedCents / 100,
]
