import { asc, desc, eq, inArray } from 'drizzle-orm'
import { cents } from '@slipstream/contract/money'
import type { AdminOrder, OrderDispute, OrderRefund, TimelineEntry } from '@slipstream/contract/orders-admin'
import type { Settings } from '@slipstream/contract/settings'
import type { Db } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { downloads } from '@slipstream/db/tables/locker'
import { mods } from '@slipstream/db/tables/mods'
import { orderEvents, orderRefunds } from '@slipstream/db/tables/order-history'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { disputes, ledgerEntries, stripeEvents } from '@slipstream/db/tables/payments'
import { users } from '@slipstream/db/tables/users'
import { DomainError } from '#lib/domain-error.ts'
import { readParts, readRequests } from './read-order.service.ts'

/** Only the newest downloads are shown; there may be thousands. */
const DOWNLOADS_SHOWN = 50
/** More than fit into Stripe's evidence field. */
const DOWNLOADS_AS_EVIDENCE = 500

/** An order with everything known about it. */
export const readAdminOrder = async (db: Db, settings: Settings, orderId: number): Promise<AdminOrder> => {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  if (!order) throw new DomainError('orders.not_found')
  const parts = await readParts(db, settings, order)
  return {
    ...parts,
    id: order.id,
    userId: order.userId,
    username: parts.buyer.name,
    stripeSessionId: order.stripeSessionId,
    paymentIntentId: order.paymentIntentId,
    expiresAt: order.expiresAt?.toISOString() ?? null,
    requests: await readRequests(db, orderId),
    refundsAsked: await readRefunds(db, orderId),
    disputes: await readDisputes(db, orderId),
    timeline: await readTimeline(db, orderId),
  }
}

const readRefunds = async (db: Db, orderId: number): Promise<OrderRefund[]> => {
  const rows = await db
    .select()
    .from(orderRefunds)
    .where(eq(orderRefunds.orderId, orderId))
    .orderBy(asc(orderRefunds.id))
  return rows.map(({ id, state, amountCents, reason, items, createdAt, error }) => ({
    id,
    state,
    amountCents: cents(amountCents),
    reason,
    itemIds: items.map(({ itemId }) => itemId),
    createdAt: createdAt.toISOString(),
    error,
  }))
}

const readDisputes = async (db: Db, orderId: number): Promise<OrderDispute[]> => {
  const rows = await db.select().from(disputes).where(eq(disputes.orderId, orderId)).orderBy(asc(disputes.openedAt))
  return rows.map(({ id, state, reason, amountCents, openedAt, evidenceDueAt }) => ({
    id,
    state,
    reason,
    amountCents: cents(amountCents),
    openedAt: openedAt.toISOString(),
    evidenceDueAt: evidenceDueAt?.toISOString() ?? null,
  }))
}

const readTimeline = async (db: Db, orderId: number): Promise<TimelineEntry[]> => {
  const notes = await db
    .select({ at: orderEvents.at, what: orderEvents.what, by: users.username, detail: orderEvents.detail })
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.byUserId))
    .where(eq(orderEvents.orderId, orderId))
  const told = await db
    .select({
      at: stripeEvents.receivedAt,
      what: stripeEvents.type,
      id: stripeEvents.id,
      object: stripeEvents.objectId,
    })
    .from(stripeEvents)
    .where(eq(stripeEvents.orderId, orderId))
  const booked = await db
    .select({
      at: ledgerEntries.at,
      what: ledgerEntries.kind,
      amountCents: ledgerEntries.amountCents,
      stripeId: ledgerEntries.stripeId,
    })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.orderId, orderId))
  const entries = [
    ...notes.map(({ at, what, by, detail }) => ({ at, source: 'order' as const, what, by, detail })),
    ...told.map(({ at, what, ...detail }) => ({ at, source: 'stripe' as const, what, by: null, detail })),
    ...booked.map(({ at, what, ...detail }) => ({ at, source: 'ledger' as const, what, by: null, detail })),
    ...(await readDownloads(db, orderId)).map(({ at, by, ...detail }) => ({
      at,
      source: 'download' as const,
      what: 'downloaded',
      by,
      detail,
    })),
  ]
  return entries
    .sort((one, other) => placeInTime(one) - placeInTime(other))
    .map((entry) => ({ ...entry, at: entry.at.toISOString() }))
}

/** Stripe reports whole seconds: an event that the store recorded in the same second sorts before the money. */
const placeInTime = ({ at, source }: { at: Date; source: TimelineEntry['source'] }) =>
  at.getTime() + (source === 'ledger' ? 999 : 0)

/** The downloads of this order's mods. */
const isOfOrder = (db: Db, orderId: number) =>
  inArray(
    downloads.entitlementId,
    db
      .select({ id: entitlements.id })
      .from(entitlements)
      .innerJoin(orderItems, eq(orderItems.id, entitlements.orderItemId))
      .where(eq(orderItems.orderId, orderId)),
  )

const selectDownloads = (db: Db, orderId: number) =>
  db
    .select({ at: downloads.at, by: users.username, title: mods.title, version: downloads.version, ip: downloads.ip })
    .from(downloads)
    .innerJoin(mods, eq(mods.id, downloads.modId))
    .innerJoin(users, eq(users.id, downloads.userId))
    .where(isOfOrder(db, orderId))

const readDownloads = (db: Db, orderId: number) =>
  selectDownloads(db, orderId).orderBy(desc(downloads.id)).limit(DOWNLOADS_SHOWN)

/** The downloads right after the payment are the strongest evidence. */
export const readFirstDownloads = async (db: Db, orderId: number) => ({
  first: await selectDownloads(db, orderId).orderBy(asc(downloads.id)).limit(DOWNLOADS_AS_EVIDENCE),
  count: await db.$count(downloads, isOfOrder(db, orderId)),
})
