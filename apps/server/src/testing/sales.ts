import { randomUUID } from 'node:crypto'
import { inTransaction, type WritableDb } from '@slipstream/db/client'
import { orderRefunds } from '@slipstream/db/tables/order-history'
import { orderItems } from '@slipstream/db/tables/orders'
import { ledgerEntries } from '@slipstream/db/tables/payments'
import { createOrder } from '@slipstream/db/testing/order-factories'
import { refreshFirstOrders } from '#features/orders/first-orders.service.ts'

interface SoldItem {
  mod: { id: number; title: string }
  priceCents: number
  discountCents?: number
}

interface Sale {
  userId: number
  items: readonly SoldItem[]
  at: Date
  couponId?: number
  country?: string
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** A paid order with its entry in the ledger. Stripe knows neither. */
export const sell = async (db: WritableDb, { userId, items, at, couponId, country }: Sale) => {
  const subtotalCents = sumOf(items.map(({ priceCents }) => priceCents))
  const couponCents = sumOf(items.map(({ discountCents = 0 }) => discountCents))
  const totalCents = subtotalCents - couponCents
  const order = await createOrder(db, {
    ...{ userId, status: 'paid', paidAt: at, createdAt: at, subtotalCents, couponCents, totalCents },
    ...(couponId !== undefined && { couponId }),
    ...(country !== undefined && { country }),
  })
  const rows = items.map(({ mod, priceCents, discountCents = 0 }) => ({
    ...{ orderId: order.id, modId: mod.id, title: mod.title, priceCents, discountCents },
    paidCents: priceCents - discountCents,
  }))
  const sold = await db.insert(orderItems).values(rows).returning()
  await book(db, { orderId: order.id, kind: 'payment', amountCents: totalCents, at })
  await inTransaction(db, (tx) => refreshFirstOrders(tx, [userId]))
  return { order, items: sold }
}

/** An entry of the ledger on its own. */
export const book = async (
  db: WritableDb,
  entry: Pick<typeof ledgerEntries.$inferInsert, 'kind' | 'amountCents' | 'at'> & {
    orderId?: number
    subscriptionId?: number
    stripeId?: string
  },
) => {
  await db.insert(ledgerEntries).values({ stripeId: randomUUID(), ...entry })
}

/** A refund that names its items, as the store makes them. Returns Stripe's id. */
export const refundItems = async (
  db: WritableDb,
  orderId: number,
  { parts, at }: { parts: readonly { itemId: number; amountCents: number }[]; at: Date },
) => {
  const [amountCents, stripeId] = [sumOf(parts.map((part) => part.amountCents)), `re_${randomUUID()}`]
  await db
    .insert(orderRefunds)
    .values({ orderId, amountCents, items: [...parts], reason: 'a test', state: 'sent', stripeId })
  await book(db, { orderId, kind: 'refund', amountCents: -amountCents, stripeId, at })
  return stripeId
}
