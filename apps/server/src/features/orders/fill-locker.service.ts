import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { type Standing, standingOf } from '#features/auth/user-standing.service.ts'
import { grantItems, isTakenByStaff } from '#features/entitlements/entitlements.service.ts'
import { fillLater } from './fill-later.service.ts'
import { lockOrder, type OrderRow } from './order-state.service.ts'
import { type ItemRow, retainedIds, readItems, refundableOf } from './refund-order.service.ts'
import { canBePaidBack } from './request-windows.ts'

/**
 * Restores the mods an order has paid for after a refund or dispute was undone, and delivers those skipped because the
 * buyer had them from another order. The caller holds the order's lock. Returns the items that are paid for twice
 * because the buyer has the mod from another purchase. Items removed by staff or by a withdrawal stay removed.
 */
export const fillLocker = async (tx: Tx, order: OrderRow): Promise<number[]> => {
  const standing = await standingOf(tx, order.userId)
  if (!canBePaidBack(order) || standing === 'deleted') return []
  const twice: number[] = []
  for (const item of await missingItems(tx, order)) {
    if (await hasOtherPurchase(tx, order.userId, item)) twice.push(item.id)
    else if (!(await isTakenByStaff(tx, order, item.modId))) await restoreItem(tx, order, item, standing)
  }
  return twice
}

/** Items that are paid for, neither refunded nor about to be, and not in the locker. */
const missingItems = async (tx: Tx, { id }: OrderRow): Promise<ItemRow[]> => {
  const items = await readItems(tx, id)
  const left = await refundableOf(tx, id)
  const kept = new Set(retainedIds(items))
  const granted = await tx
    .select()
    .from(entitlements)
    .where(inArray(entitlements.orderItemId, [...kept]))
  return items.filter((item) => {
    if (!kept.has(item.id) || (item.paidCents > 0 && left.get(item.id) === 0)) return false
    const entitlement = granted.find(({ orderItemId }) => orderItemId === item.id)
    return !entitlement || entitlement.revokeReason === 'refund' || entitlement.revokeReason === 'dispute'
  })
}

const hasOtherPurchase = async (tx: Tx, userId: number, { id, modId }: ItemRow) => {
  const [other] = await tx
    .select({ id: entitlements.id })
    .from(entitlements)
    .where(
      and(
        eq(entitlements.userId, userId),
        eq(entitlements.modId, modId),
        eq(entitlements.source, 'purchase'),
        isNull(entitlements.revokedAt),
        ne(entitlements.orderItemId, id),
      ),
    )
  return other !== undefined
}

/** A banned buyer gets back what they had but nothing new, because their payment is being refunded. */
const restoreItem = async (tx: Tx, { userId, paidAt, createdAt }: OrderRow, item: ItemRow, standing: Standing) => {
  const restored = await tx
    .update(entitlements)
    .set({ revokedAt: null, revokeReason: null })
    .where(eq(entitlements.orderItemId, item.id))
    .returning({ id: entitlements.id })
  if (restored.length > 0 || standing !== 'active') return
  await grantItems(tx, { userId, paidAt: paidAt ?? createdAt, items: [item] })
}

/**
 * Call this after items have left the locker: the buyer may have paid for the same mods in other orders and keeps them
 * through those. Each order is filled in its own transaction, because it needs its own lock.
 */
export const fillFromOtherOrders = async (tx: Tx, itemIds: readonly number[]) => {
  if (itemIds.length === 0) return
  const others = await tx
    .selectDistinct({ id: orders.id })
    .from(entitlements)
    .innerJoin(orders, eq(orders.userId, entitlements.userId))
    .innerJoin(orderItems, and(eq(orderItems.orderId, orders.id), eq(orderItems.modId, entitlements.modId)))
    .where(
      and(
        inArray(entitlements.orderItemId, [...itemIds]),
        ne(orderItems.id, sql`${entitlements.orderItemId}`),
        inArray(orders.status, ['paid', 'partially_refunded']),
      ),
    )
  for (const { id } of others) await fillLater(tx, id)
}

export const fillLockerOf = (db: Db, orderId: number) =>
  inTransaction(db, async (tx) => {
    await fillLocker(tx, await lockOrder(tx, orderId))
  })
