import type { WritableDb } from '../client.ts'
import { coupons } from '../tables/coupons.ts'
import { entitlements } from '../tables/entitlements.ts'
import { invoices } from '../tables/invoices.ts'
import { orderItems, orders } from '../tables/orders.ts'
import { first } from './first.ts'

let made = 0

/** A pending order without items or money by default. */
export const createOrder = async (db: WritableDb, values: Partial<typeof orders.$inferInsert> & { userId: number }) => {
  made += 1
  return first(
    await db
      .insert(orders)
      .values({
        clientKey: `key-of-a-test-${made}`,
        quote: `quote-of-a-test-${made}`,
        subtotalCents: 0,
        totalCents: 0,
        consentVersion: '2026-11',
        consentedAt: new Date(),
        ...values,
      })
      .returning(),
  )
}

interface Purchase {
  userId: number
  mod: { id: number; title: string }
  paidAt?: Date
}

/** A free order of one mod by a customer; no money has moved. */
export const createPurchase = async (db: WritableDb, { userId, mod, paidAt = new Date() }: Purchase) => {
  const order = await createOrder(db, { userId, status: 'paid', paidAt })
  const item = first(
    await db
      .insert(orderItems)
      .values({ orderId: order.id, modId: mod.id, title: mod.title, priceCents: 0, paidCents: 0 })
      .returning(),
  )
  const entitlement = first(
    await db
      .insert(entitlements)
      .values({ userId, modId: mod.id, orderItemId: item.id, source: 'purchase', grantedAt: paidAt })
      .returning(),
  )
  return { order, item, entitlement }
}

/** An invoice without a payment. Its number counts up from one within a process. */
export const createInvoice = async (db: WritableDb, order: { id: number; number: string }) => {
  made += 1
  const number = `INV-2026-${String(made).padStart(6, '0')}`
  return first(
    await db
      .insert(invoices)
      .values({
        orderId: order.id,
        kind: 'invoice',
        number,
        series: 'INV',
        year: 2026,
        place: made,
        amountCents: 100,
        stripeId: number,
        content: {
          orderNumber: order.number,
          issuedOn: 'November 17, 2026',
          movedOn: 'November 17, 2026',
          seller: { name: 'Slipstream', address: '', taxId: '', email: 'support@slipstream.example', taxNote: '' },
          buyer: { name: 'rally_fan', email: 'rally_fan@customer.example', billing: null },
          lines: [],
          couponCode: null,
          payment: null,
          refersTo: null,
        },
      })
      .returning(),
  )
}

/** Ten percent off for everyone by default. */
export const createCoupon = async (db: WritableDb, values: Partial<typeof coupons.$inferInsert> = {}) => {
  made += 1
  return first(
    await db
      .insert(coupons)
      .values({ code: `COUPON${made}`, kind: 'percent', ...(values.kind !== 'amount' && { percent: 10 }), ...values })
      .returning(),
  )
}
