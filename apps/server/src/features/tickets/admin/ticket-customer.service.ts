import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { cents } from '@slipstream/contract/money'
import type { DeskCustomer, DeskOrder } from '@slipstream/contract/tickets-admin'
import { type Db, readRows } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { mods } from '@slipstream/db/tables/mods'
import { refundRequests } from '@slipstream/db/tables/order-history'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { tickets } from '@slipstream/db/tables/tickets'
import { users } from '@slipstream/db/tables/users'
import { isPremiumAt } from '#features/premium/premium.ts'
import { refundableOf } from '#features/orders/refund-order.service.ts'
import { DomainError } from '#lib/domain-error.ts'

const [ORDERS_SHOWN, MODS_SHOWN, TICKETS_SHOWN] = [5, 20, 5]

/** What support needs to know about the account behind a ticket. */
export const readCustomer = async (db: Db, userId: number, ticketId: number): Promise<DeskCustomer> => {
  const [person] = await db.select().from(users).where(eq(users.id, userId))
  if (!person) throw new DomainError('tickets.not_found')
  return {
    id: person.id,
    username: person.username,
    email: person.email,
    isPremium: isPremiumAt(person.premiumExpiresAt, new Date()),
    since: person.createdAt.toISOString(),
    ...(await readSums(db, userId)),
    orders: await readOrders(db, userId),
    mods: await readMods(db, userId),
    tickets: await readEarlier(db, userId, ticketId),
  }
}

interface Sums {
  orderCount: number
  spent: number
  refundCount: number
  downloadCount: number
  lastDownload: Date | null
}

const readSums = async (db: Db, userId: number) => {
  const [sums] = await readRows<Sums>(
    db,
    sql`select * from
      (select count(*)::int as "orderCount", coalesce(sum(total_cents), 0)::int as spent from orders
       where user_id = ${userId} and paid_at is not null) paid,
      (select count(*)::int as "refundCount" from order_refunds join orders on orders.id = order_id
       where user_id = ${userId} and order_refunds.state <> 'failed') refunds,
      (select count(*)::int as "downloadCount", max(at) as "lastDownload" from downloads where user_id = ${userId}) loads`,
  )
  return {
    orderCount: sums?.orderCount ?? 0,
    spentCents: cents(sums?.spent ?? 0),
    refundCount: sums?.refundCount ?? 0,
    downloads: {
      count: sums?.downloadCount ?? 0,
      lastAt: sums?.lastDownload ? new Date(sums.lastDownload).toISOString() : null,
    },
  }
}

const ORDER_COLUMNS = {
  id: orders.id,
  number: orders.number,
  status: orders.status,
  items: sql<
    { id: number; title: string }[]
  >`(select coalesce(json_agg(json_build_object('id', id, 'title', title) order by id), '[]')
    from ${orderItems} where order_id = ${orders}.id)`,
  totalCents: orders.totalCents,
  createdAt: orders.createdAt,
  hasOpenRequest: sql<boolean>`exists (select from ${refundRequests} where order_id = ${orders}.id and state = 'open')`,
}

const readOrders = async (db: Db, userId: number): Promise<DeskOrder[]> => {
  const rows = await db
    .select(ORDER_COLUMNS)
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(ORDERS_SHOWN)
  return Promise.all(rows.map((row) => withRefundable(db, row)))
}

/** The order a ticket is about. */
export const readOrder = async (db: Db, orderId: number): Promise<DeskOrder | null> => {
  const [row] = await db.select(ORDER_COLUMNS).from(orders).where(eq(orders.id, orderId))
  return row ? withRefundable(db, row) : null
}

type OrderColumns = Omit<DeskOrder, 'titles' | 'refundable' | 'totalCents' | 'refundableCents' | 'createdAt'> & {
  items: { id: number; title: string }[]
  totalCents: number
  createdAt: Date
}

const REFUNDABLE: readonly DeskOrder['status'][] = ['paid', 'partially_refunded']

const withRefundable = async (db: Db, { items, ...row }: OrderColumns): Promise<DeskOrder> => {
  const left = REFUNDABLE.includes(row.status) ? await refundableOf(db, row.id) : new Map<number, number>()
  const refundable = items
    .map(({ id, title }) => ({ itemId: id, title, cents: cents(left.get(id) ?? 0) }))
    .filter((item) => item.cents > 0)
  return {
    ...row,
    titles: items.map(({ title }) => title),
    refundable,
    totalCents: cents(row.totalCents),
    refundableCents: cents(refundable.reduce((sum, item) => sum + item.cents, 0)),
    createdAt: row.createdAt.toISOString(),
  }
}

const readMods = async (db: Db, userId: number): Promise<DeskCustomer['mods']> => {
  const rows = await db
    .select({ modId: entitlements.modId, title: mods.title, revokedAt: entitlements.revokedAt })
    .from(entitlements)
    .innerJoin(mods, eq(mods.id, entitlements.modId))
    .where(eq(entitlements.userId, userId))
    .orderBy(desc(entitlements.grantedAt), desc(entitlements.id))
    .limit(MODS_SHOWN)
  const isOwned = new Set(rows.filter(({ revokedAt }) => revokedAt === null).map(({ modId }) => modId))
  // A mod that was revoked and granted again is in the locker.
  return rows
    .filter(({ modId, revokedAt }) => revokedAt === null || !isOwned.has(modId))
    .map(({ revokedAt, ...mod }) => ({ ...mod, revokedAt: revokedAt?.toISOString() ?? null }))
}

const readEarlier = async (db: Db, userId: number, ticketId: number): Promise<DeskCustomer['tickets']> => {
  const rows = await db
    .select({ id: tickets.id, subject: tickets.subject, status: tickets.status, at: tickets.lastMessageAt })
    .from(tickets)
    .where(and(eq(tickets.userId, userId), ne(tickets.id, ticketId)))
    .orderBy(desc(tickets.lastMessageAt), desc(tickets.id))
    .limit(TICKETS_SHOWN)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}
