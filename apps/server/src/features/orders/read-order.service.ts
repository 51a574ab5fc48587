import { and, asc, eq, sql } from 'drizzle-orm'
import { cents } from '@slipstream/contract/money'
import type { Order } from '@slipstream/contract/orders'
import type { AdminOrder } from '@slipstream/contract/orders-admin'
import type { Settings } from '@slipstream/contract/settings'
import type { Db } from '@slipstream/db/client'
import { coupons } from '@slipstream/db/tables/coupons'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { refundRequests } from '@slipstream/db/tables/order-history'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { ledgerEntries } from '@slipstream/db/tables/payments'
import { users } from '@slipstream/db/tables/users'
import { listDocuments } from '#features/invoices/read-documents.service.ts'
import { consentTexts } from './consents.ts'
import { DomainError } from '#lib/domain-error.ts'
import { isFromBuyer } from './open-requests.service.ts'
import type { OrderRow } from './order-state.service.ts'
import { refundableOf } from './refund-order.service.ts'
import { canBePaidBack, isBefore, refundRequestUntil, withdrawalUntil } from './request-windows.ts'

/** The buyer's own order; another person's counts as not found. */
export const readOwnOrder = async (db: Db, settings: Settings, userId: number, number: string): Promise<Order> => {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.number, number), eq(orders.userId, userId)))
  if (!order) throw new DomainError('orders.not_found')
  return readParts(db, settings, order)
}

/** What both buyers and administrators see of an order. */
export const readParts = async (db: Db, settings: Settings, order: OrderRow) => {
  const items = await readItemsWithLocker(db, order.id)
  const requests = await readRequests(db, order.id)
  const refunds = await db
    .select({ at: ledgerEntries.at, amountCents: ledgerEntries.amountCents })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, order.id), eq(ledgerEntries.kind, 'refund'), hasNotFailed))
    .orderBy(asc(ledgerEntries.id))
  const [buyer] = await db
    .select({ name: users.username, couponCode: coupons.code })
    .from(users)
    .leftJoin(coupons, eq(coupons.id, order.couponId ?? 0))
    .where(eq(users.id, order.userId))
  return {
    ...amountsOf(order),
    number: order.number,
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    items,
    couponCode: buyer?.couponCode ?? null,
    refundedCents: cents(items.reduce((sum, item) => sum + item.refundedCents, 0)),
    refunds: refunds.map(({ at, amountCents }) => ({ at: at.toISOString(), amountCents: cents(-amountCents) })),
    seller: sellerOf(settings),
    documents: await listDocuments(db, order.id),
    buyer: { name: buyer?.name ?? '', email: order.email },
    consents: {
      ...consentTexts(order.consentVersion),
      version: order.consentVersion,
      at: order.consentedAt.toISOString(),
    },
    ...windowsOf(order, items, requests),
  }
}

const hasNotFailed = sql`not exists (
  select from ${ledgerEntries} failed
  where failed.stripe_id = ${ledgerEntries}.stripe_id and failed.kind = 'refund_failed')`

const amountsOf = ({ subtotalCents, saleCents, couponCents, totalCents }: OrderRow) => ({
  subtotalCents: cents(subtotalCents),
  saleCents: cents(saleCents),
  couponCents: cents(couponCents),
  totalCents: cents(totalCents),
})

const sellerOf = ({ sellerName, sellerAddress, sellerTaxId, storeName, contactEmail }: Settings) => ({
  name: sellerName || storeName,
  address: sellerAddress,
  taxId: sellerTaxId,
  email: contactEmail,
})

const windowsOf = (order: OrderRow, items: readonly ItemParts[], requests: AdminOrder['requests']) => {
  const [withdrawUntil, requestUntil] = [withdrawalUntil(order), refundRequestUntil(order)]
  const newest = requests.at(-1)
  const refundable = canBePaidBack(order) ? items.filter((item) => item.refundableCents > 0) : []
  return {
    withdrawal: {
      until: withdrawUntil?.toISOString() ?? null,
      isOpen: isBefore(withdrawUntil) && refundable.some((item) => item.isInLocker && item.firstDownloadedAt === null),
    },
    refundRequest: {
      until: requestUntil?.toISOString() ?? null,
      isOpen: isBefore(requestUntil) && refundable.length > 0 && requests.every((request) => request.state !== 'open'),
      latest: newest?.isFromBuyer ? newest : null,
    },
  }
}

const readItemsWithLocker = async (db: Db, orderId: number) => {
  const rows = await db
    .select({ item: orderItems, entitlement: entitlements })
    .from(orderItems)
    .leftJoin(entitlements, eq(entitlements.orderItemId, orderItems.id))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.id))
  const refundable = await refundableOf(db, orderId)
  return rows.map(({ item, entitlement }) => ({
    id: item.id,
    modId: item.modId,
    title: item.title,
    priceCents: cents(item.priceCents),
    discountCents: cents(item.discountCents),
    paidCents: cents(item.paidCents),
    refundedCents: cents(item.refundedCents),
    refundableCents: cents(refundable.get(item.id) ?? 0),
    isInLocker: entitlement !== null && entitlement.revokedAt === null,
    firstDownloadedAt: entitlement?.firstDownloadedAt?.toISOString() ?? null,
    entitlement: entitlement && {
      id: entitlement.id,
      revokedAt: entitlement.revokedAt?.toISOString() ?? null,
      revokeReason: entitlement.revokeReason,
    },
  }))
}
type ItemParts = Awaited<ReturnType<typeof readItemsWithLocker>>[number]

/** Oldest first. */
export const readRequests = async (db: Db, orderId: number): Promise<AdminOrder['requests']> => {
  const rows = await db
    .select({
      kind: refundRequests.kind,
      state: refundRequests.state,
      reason: refundRequests.reason,
      answer: refundRequests.answer,
      createdAt: refundRequests.createdAt,
      isFromBuyer,
    })
    .from(refundRequests)
    .where(eq(refundRequests.orderId, orderId))
    .orderBy(asc(refundRequests.id))
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
