import { eq, inArray } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { coupons } from '@slipstream/db/tables/coupons'
import { mods } from '@slipstream/db/tables/mods'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { CannotAdopt, findPayer } from '#features/payments/find-payer.service.ts'
import { type NotedOrder, readOrderMetadata } from '#features/payments/order-metadata.ts'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { dateOf } from '#features/payments/read-payment.ts'
import type { Session } from '#gateways/stripe.ts'
import { failpoint } from '#lib/failpoints.ts'
import { fulfillOrder } from './fulfill-order.service.ts'
import { noteOnOrder } from './order-events.service.ts'

/**
 * Rebuilds an order from what its payment page at Stripe says, and delivers it like any other. Idempotent: the reference
 * is unique, and an order that exists is only followed. Throws `CannotAdopt` if something it needs is lost.
 */
export const adoptOrder = async (parts: PaymentParts, sessionId: string, by: number | null) => {
  const { db, stripe } = parts
  const session = await stripe.readSession(sessionId)
  const noted = readOrderMetadata(session?.metadata ?? {})
  if (!session || !noted) throw new CannotAdopt('Its payment page does not say which mods were bought.')
  const email = session.customer_details?.email ?? session.customer_email
  const payer = await findPayer(db, { accountId: noted.userId, email, paidAt: dateOf(session.created) })
  if (!payer) throw new CannotAdopt('The account that bought it is not in this database.')
  await requireMods(db, noted)
  // From now on Stripe names the account that has the order.
  if (payer.id !== noted.userId) await stripe.noteOnSession(sessionId, { user: String(payer.id) })
  const titles = await stripe.lineNames(sessionId)
  const adopted = { ...noted, userId: payer.id, email, titles }
  const orderId = await inTransaction(db, (tx) => writeOrder(tx, session, adopted, by))
  failpoint('stray.order_written')
  await fulfillOrder(parts, orderId)
}

const requireMods = async (db: Db, { items }: NotedOrder) => {
  const ids = items.map(({ modId }) => modId)
  const known = await db.select({ id: mods.id }).from(mods).where(inArray(mods.id, ids))
  if (known.length < new Set(ids).size) throw new CannotAdopt('A mod that it contains is not in this database.')
}

interface Adopted extends NotedOrder {
  email: string | null
  titles: string[]
}

/** The row is canceled, as if its payment page had been closed too early: following it finds the payment. */
const writeOrder = async (
  tx: Tx,
  session: Session,
  { items, couponCode, titles, ...noted }: Adopted,
  by: number | null,
) => {
  const [coupon] = await tx
    .select({ id: coupons.id })
    .from(coupons)
    .where(eq(coupons.code, couponCode ?? ''))
  const at = dateOf(session.created)
  const [written] = await tx
    .insert(orders)
    .values({
      ...noted,
      ...sumsOf(items),
      status: 'canceled',
      couponId: coupon?.id ?? null,
      clientKey: `adopted-${noted.reference}`,
      quote: 'adopted',
      stripeSessionId: session.id,
      createdAt: at,
      expiresAt: dateOf(session.expires_at),
    })
    .onConflictDoNothing({ target: orders.reference })
    .returning({ id: orders.id })
  if (!written) {
    const [known] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.reference, noted.reference))
    if (!known) throw new Error(`the order ${noted.reference} was not written`)
    return known.id
  }
  await tx
    .insert(orderItems)
    .values(items.map((item, place) => ({ ...item, orderId: written.id, title: titles[place] || `Mod ${item.modId}` })))
  await noteOnOrder(tx, written.id, { what: 'adopted', by, detail: { soldAt: at.toISOString() } })
  return written.id
}

const sumsOf = (items: NotedOrder['items']) => ({
  subtotalCents: items.reduce((sum, { priceCents }) => sum + priceCents, 0),
  totalCents: items.reduce((sum, { paidCents }) => sum + paidCents, 0),
})
