import { and, asc, eq, sql } from 'drizzle-orm'
import type { BodyOf } from '@slipstream/contract/endpoint'
import type { checkoutApi } from '@slipstream/contract/checkout'
import { PAYMENT_PAGE_HOURS } from '@slipstream/contract/legal'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { claimCoupon } from '#features/coupons/claim-coupon.service.ts'
import { fulfillOrder } from '#features/orders/fulfill-order.service.ts'
import { forgetDeletedBuyers } from '#features/orders/forget-buyers.service.ts'
import { deliverOrder } from '#features/orders/note-payment.service.ts'
import { noteOnOrder } from '#features/orders/order-events.service.ts'
import type { OrderRow } from '#features/orders/order-state.service.ts'
import { lockStanding } from '#features/auth/user-standing.service.ts'
import { StripeRefusal } from '#gateways/stripe.ts'
import { failpoint } from '#lib/failpoints.ts'
import { DomainError } from '#lib/domain-error.ts'
import { currentConsents } from '#features/orders/consents.ts'
import { openSession, type PaymentParts } from '#features/payments/payment-session.service.ts'
import { type Buyer, nameOf, quoteCart } from './quote.service.ts'

/**
 * How long a payment page stays open; Stripe requires at least half an hour. Uses the database's clock, which all
 * processes share.
 */
const PAY_WITHIN = sql`now() + make_interval(hours => ${PAYMENT_PAGE_HOURS})`
/** The request that created the order calls Stripe itself; the reconciler waits this long. */
const FIRST_CHECK = sql`now() + interval '10 s'`
const ATTEMPTS = 4

type Wish = BodyOf<typeof checkoutApi.start> & { country: string | null }

/**
 * Creates an order from the cart and returns where to pay. The order exists before Stripe knows of it. The same key, or
 * the same cart in another tab, leads to the same order; another cart closes the open payment, so that nobody can pay
 * for a mod on two pages.
 */
export const startCheckout = async (parts: PaymentParts, buyer: Buyer, wish: Wish) => {
  const again = await findOrder(parts.db, buyer.id, wish.key)
  if (again) return payPage(parts, again)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const made = await inTransaction(parts.db, (tx) => writeOrder(tx, buyer, wish))
    if ('order' in made) return payPage(parts, made.order)
    await endPayment(parts, made.openOrder)
  }
  throw new DomainError('server.busy')
}

const payPage = async (parts: PaymentParts, order: OrderRow) => {
  failpoint('checkout.order_written')
  if (order.status === 'canceled') throw new DomainError('checkout.closed')
  if (order.status !== 'pending') return { orderNumber: order.number, url: null }
  const { stripeSessionId } = order
  const session = await (stripeSessionId === null
    ? openSession(parts, order)
    : parts.stripe.readSession(stripeSessionId))
  const url = session && parts.stripe.payUrl(session)
  if (url !== null) return { orderNumber: order.number, url }
  // The payment page has been paid or closed since.
  const status = await fulfillOrder(parts, order.id)
  if (status === 'canceled') throw new DomainError('checkout.closed')
  return { orderNumber: order.number, url: null }
}

type Made = { order: OrderRow } | { openOrder: OrderRow }

const writeOrder = async (tx: Tx, buyer: Buyer, wish: Wish): Promise<Made> => {
  // Serializes a person's checkouts across tabs and servers. The account may have been deleted or banned since the
  // request was admitted.
  const standing = await lockStanding(tx, buyer.id)
  if (standing !== 'active') throw new DomainError(standing === 'banned' ? 'auth.banned' : 'auth.required')
  const meanwhile = await findOrder(tx, buyer.id, wish.key)
  if (meanwhile) return { order: meanwhile }

  const quoted = await quoteCart(tx, buyer, wish.coupon)
  const name = nameOf(quoted)
  if (quoted.couponProblem) throw new DomainError(quoted.couponProblem)
  if (quoted.problem) throw new DomainError(quoted.problem)
  if (name !== wish.quote) throw new DomainError('checkout.changed')
  const open = await findOpen(tx, buyer.id)
  if (open) return open.quote === name ? { order: open } : { openOrder: open }

  const order = await insertOrder(tx, buyer, wish, { ...quoted, name })
  failpoint('checkout.before_commit')
  return { order }
}

const findOrder = async (db: Db, userId: number, clientKey: string) => {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.clientKey, clientKey)))
  return order
}

/** The person's open payment; there is at most one. */
const findOpen = async (tx: Tx, userId: number) => {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.status, 'pending')))
    .orderBy(asc(orders.createdAt))
    .limit(1)
  return order
}

type Quoted = Awaited<ReturnType<typeof quoteCart>> & { name: string }

const insertOrder = async (tx: Tx, buyer: Buyer, { key, country }: Wish, { priced, coupon, name }: Quoted) => {
  if (coupon) await claimCoupon(tx, coupon.id)
  const now = Date.now()
  const { lines, ...totals } = priced
  const [order] = await tx
    .insert(orders)
    .values({
      ...totals,
      userId: buyer.id,
      clientKey: key,
      quote: name,
      couponId: coupon?.id ?? null,
      email: buyer.email,
      country,
      consentVersion: currentConsents().version,
      consentedAt: new Date(now),
      expiresAt: PAY_WITHIN,
      nextCheckAt: FIRST_CHECK,
    })
    .returning()
  if (!order) throw new Error('the order was not written')
  await tx.insert(orderItems).values(
    lines.map(({ modId, title, priceCents, saleCents, couponCents, paysCents }) => ({
      orderId: order.id,
      modId,
      title,
      priceCents,
      discountCents: saleCents + couponCents,
      paidCents: paysCents,
    })),
  )
  await noteOnOrder(tx, order.id, { what: 'ordered', by: buyer.id, detail: { totalCents: order.totalCents } })
  if (order.totalCents > 0) return order
  return deliverOrder(tx, order, { paidAt: new Date(now), sessionId: null, paymentIntentId: null })
}

/** Closes an open payment page. If it was just paid, the order is delivered instead. */
const endPayment = async (parts: PaymentParts, order: OrderRow) => {
  const sessionId = order.stripeSessionId ?? (await openSession(parts, order)).id
  try {
    await parts.stripe.expireSession(sessionId)
  } catch (error) {
    // The session has already been paid or expired.
    if (!(error instanceof StripeRefusal)) throw error
  }
  failpoint('checkout.session_expired')
  await fulfillOrder(parts, order.id)
}

/** Ends the open payment of an account that was deleted or banned in the meantime. Idempotent. */
export const endPaymentOf = async (parts: PaymentParts, orderId: number) => {
  const [order] = await parts.db.select().from(orders).where(eq(orders.id, orderId))
  if (order?.status === 'pending') await endPayment(parts, order)
  await inTransaction(parts.db, (tx) => forgetDeletedBuyers(tx, orderId))
}

/** The person's own order for a payment; null for another person's or an unknown payment. */
export const findOwnOrder = async (
  { db, stripe }: Pick<PaymentParts, 'db' | 'stripe'>,
  userId: number,
  sessionId: string,
): Promise<OrderRow | null> => {
  const known = await ownOrderWhere(db, userId, eq(orders.stripeSessionId, sessionId))
  if (known) return known
  // The process that created the session may have died before storing its id.
  const session = /^cs_\w+$/.test(sessionId) ? await stripe.readSession(sessionId) : null
  const reference = session?.metadata?.order ?? ''
  return (await ownOrderWhere(db, userId, sql`${orders.reference}::text = ${reference}`)) ?? null
}

const ownOrderWhere = async (db: Db, userId: number, condition: ReturnType<typeof eq>) => {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), condition))
  return order
}
