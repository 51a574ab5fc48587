import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { DAY_MS, MINUTE_MS } from '@slipstream/contract/durations'
import { REDOWNLOAD_FREE_DAYS } from '@slipstream/contract/legal'
import { cents } from '@slipstream/contract/money'
import type { OrderStatus } from '@slipstream/contract/order-status'
import type { Tx } from '@slipstream/db/client'
import type { coupons } from '@slipstream/db/tables/coupons'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { downloads } from '@slipstream/db/tables/locker'
import { orderEvents } from '@slipstream/db/tables/order-history'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { ledgerEntries, stripeEvents } from '@slipstream/db/tables/payments'
import { currentConsents } from '#features/orders/consents.ts'
import { refreshFirstOrders } from '#features/orders/first-orders.service.ts'
import { priceCart } from '#features/checkout/price-cart.ts'
import { discountOf } from '#features/coupons/claim-coupon.service.ts'
import type { OrderNote } from '#features/orders/order-events.service.ts'
import { daysBefore, type Fate, type OfferedMod, type Purchase } from './demo-purchases.ts'

/** What purchases refer to. */
export interface Shop {
  tx: Tx
  now: Date
  adminId: number
  mods: readonly OfferedMod[]
  userIds: ReadonlyMap<string, number>
  coupons: ReadonlyMap<string, typeof coupons.$inferSelect>
  /** Written at the end in bulk, because nothing else refers to them. */
  later: {
    events: (typeof orderEvents.$inferInsert)[]
    ledger: (typeof ledgerEntries.$inferInsert)[]
    stripeEvents: (typeof stripeEvents.$inferInsert)[]
    downloads: (typeof downloads.$inferInsert)[]
  }
}

export const writeLater = async ({ tx, later }: Shop) => {
  await tx.insert(orderEvents).values(later.events)
  await tx.insert(ledgerEntries).values(later.ledger)
  await tx.insert(stripeEvents).values(later.stripeEvents)
  await tx.insert(downloads).values(later.downloads)
}

/** An order in the database, with its times. */
export interface Sold {
  shop: Shop
  order: typeof orders.$inferSelect
  items: (typeof orderItems.$inferSelect)[]
  /** The suffix of its Stripe ids. */
  name: string
  /** The time this many days after the payment. */
  after: (days: number) => Date
}

const STATUS: Record<Fate, OrderStatus> = {
  kept: 'paid',
  canceled: 'canceled',
  refunded: 'refunded',
  partly_refunded: 'partially_refunded',
  withdrawn: 'refunded',
  disputed: 'disputed',
  refund_requested: 'paid',
  request_declined: 'paid',
}

/** Writes an order with everything a purchase leaves behind, up to the download. Null if it was not paid. */
export const writePurchase = async (shop: Shop, purchase: Purchase, place: number): Promise<Sold | null> => {
  const sold = await writeOrder(shop, purchase, place)
  const { order } = sold
  note(sold, order.createdAt, { what: 'ordered', by: order.userId, detail: { totalCents: order.totalCents } })
  if (order.paidAt === null) {
    const why = 'The payment page expired without a payment.'
    note(sold, order.updatedAt, { what: 'canceled', detail: { why } })
    return null
  }
  if (order.totalCents > 0) {
    addLedgerEntry(sold, 'payment', order.totalCents, order.paymentIntentId ?? '', order.paidAt)
    addStripeEvent(sold, 'checkout.session.completed', order.stripeSessionId ?? '', order.paidAt)
  }
  await refreshFirstOrders(shop.tx, [order.userId])
  note(sold, order.paidAt, { what: 'paid', detail: { amountCents: order.totalCents } })
  mail(sold, order.paidAt, 'receipt')
  await deliver(sold, purchase)
  return sold
}

const writeOrder = async (shop: Shop, { buyer, at, slugs, coupon: code, fate }: Purchase, place: number) => {
  const { tx } = shop
  const coupon = code === undefined ? undefined : found(shop.coupons.get(code), code)
  const cart = slugs.map((slug) => cartLine(shop, slug, at))
  const { lines, ...totals } = priceCart(cart, coupon ? discountOf(coupon) : null)
  const name = `demo_${String(place + 1).padStart(4, '0')}`
  // Stripe uses whole seconds.
  const createdAt = new Date(Math.floor(at.getTime() / 1_000) * 1_000)
  const paidAt = fate === 'canceled' ? null : new Date(createdAt.getTime() + (1 + (place % 4)) * MINUTE_MS)
  const isPaidByCard = paidAt !== null && totals.totalCents > 0
  const closedAt = new Date(createdAt.getTime() + 60 * MINUTE_MS)
  const [order] = await tx
    .insert(orders)
    .values({
      ...totals,
      reference: uuidOf(name),
      // The store's own numbering, with the year of the order.
      number: sql`regexp_replace(next_order_number(), '\\d{4}', ${String(createdAt.getUTCFullYear())})`,
      userId: found(shop.userIds.get(buyer), buyer),
      clientKey: name,
      quote: name,
      status: STATUS[fate],
      couponId: coupon?.id ?? null,
      email: emailOf(buyer),
      consentVersion: currentConsents().version,
      consentedAt: createdAt,
      stripeSessionId: totals.totalCents > 0 ? `cs_test_${name}` : null,
      paymentIntentId: isPaidByCard ? `pi_${name}` : null,
      paidAt,
      expiresAt: closedAt,
      createdAt,
      updatedAt: paidAt ?? closedAt,
    })
    .returning()
  const written = found(order, name)
  const items = await tx
    .insert(orderItems)
    .values(
      lines.map(({ modId, title, priceCents, saleCents, couponCents, paysCents }) => ({
        orderId: written.id,
        modId,
        title,
        priceCents,
        discountCents: saleCents + couponCents,
        paidCents: paysCents,
      })),
    )
    .returning()
  const after = (days: number) => new Date((paidAt ?? createdAt).getTime() + days * DAY_MS)
  return { shop, order: written, items: items.sort((one, other) => one.id - other.id), name, after }
}

export const emailOf = (username: string) => `${username}@customer.example`

/** Uses the price at the time of the order: a sale that runs now may have started later. */
const cartLine = ({ mods, now }: Shop, slug: string, at: Date) => {
  const { id, mod } = found(
    mods.find((offered) => offered.mod.slug === slug),
    slug,
  )
  const isOnSale = mod.sale !== undefined && at > daysBefore(now, mod.sale.startedDaysAgo)
  return {
    modId: id,
    title: mod.title,
    price: cents(mod.priceCents),
    discountPrice: isOnSale && mod.sale ? cents(mod.sale.priceCents) : null,
  }
}

export const uuidOf = (name: string) =>
  createHash('sha256')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

const found = <T>(value: T | undefined, name: string): T => {
  if (value === undefined) throw new Error(`The demo has no ${name}.`)
  return value
}

export const note = ({ shop, order }: Sold, at: Date, { what, by = null, detail = {} }: OrderNote) => {
  shop.later.events.push({ orderId: order.id, what, at, byUserId: by, detail })
}

/** Records a mail that was sent a few seconds after the event it is about. */
export const mail = (sold: Sold, at: Date, letter: 'receipt' | 'refund' | 'withdrawal' | 'declined') =>
  note(sold, new Date(at.getTime() + 4_000), {
    what: letter === 'receipt' ? 'receipt_mailed' : 'mailed',
    detail: { to: sold.order.email, letter },
  })

type Kind = (typeof ledgerEntries.$inferSelect)['kind']

export const addLedgerEntry = ({ shop, order }: Sold, kind: Kind, amountCents: number, stripeId: string, at: Date) => {
  shop.later.ledger.push({ orderId: order.id, kind, amountCents, stripeId, at })
}

/** A webhook event that was handled on arrival. */
export const addStripeEvent = ({ shop, order }: Sold, type: string, objectId: string, at: Date) => {
  const { id: orderId, paymentIntentId } = order
  const id = `evt_${createHash('sha256').update(`${type} ${objectId}`).digest('hex').slice(0, 24)}`
  const receivedAt = new Date(at.getTime() + 1_000)
  shop.later.stripeEvents.push({
    ...{ id, type, objectId, paymentIntentId, orderId, receivedAt },
    handledAt: receivedAt,
    attempts: 1,
  })
}

const deliver = async (sold: Sold, { downloads: habit }: Purchase) => {
  const { shop, order, items, after } = sold
  const begunAt = (place: number) => new Date(after(0).getTime() + (7 + 3 * place) * MINUTE_MS)
  const granted = await shop.tx
    .insert(entitlements)
    .values(
      items.map(({ id: orderItemId, modId }, place) => ({
        userId: order.userId,
        modId,
        orderItemId,
        source: 'purchase' as const,
        grantedAt: after(0),
        windowEndsAt: after(REDOWNLOAD_FREE_DAYS),
        firstDownloadedAt: habit === 'never' ? null : begunAt(place),
      })),
    )
    .returning({ id: entitlements.id, modId: entitlements.modId, begun: entitlements.firstDownloadedAt })
  for (const { id, modId, begun } of granted) {
    if (begun) download(sold, { modId, entitlementId: id, begun, isAlways: habit === 'always' })
  }
}

interface Downloading {
  modId: number
  entitlementId: number
  begun: Date
  isAlways: boolean
}

const download = (sold: Sold, { modId, entitlementId, begun, isAlways }: Downloading) => {
  const { shop, order, after } = sold
  const { releases } = found(
    shop.mods.find(({ id }) => id === modId),
    `mod ${modId}`,
  )
  const oldestFirst = releases.toSorted((one, other) => one.publishedAt.getTime() - other.publishedAt.getTime())
  const bought = found(
    oldestFirst.findLast(({ publishedAt }) => publishedAt <= begun),
    'release',
  )
  const isNews = ({ publishedAt }: (typeof releases)[number]) =>
    publishedAt > begun && publishedAt < after(REDOWNLOAD_FREE_DAYS)
  const news = isAlways && order.status === 'paid' ? oldestFirst.filter(isNews) : []
  for (const { id: releaseId, version, publishedAt } of [bought, ...news]) {
    shop.later.downloads.push({
      ...{ userId: order.userId, modId, releaseId, entitlementId, version },
      // From the range reserved for documentation.
      ip: `203.0.113.${1 + (order.userId % 250)}`,
      at: publishedAt <= begun ? begun : new Date(publishedAt.getTime() + 50 * MINUTE_MS),
    })
  }
}
