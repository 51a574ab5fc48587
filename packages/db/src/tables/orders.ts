import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { OrderStatus } from '@slipstream/contract/order-status'
import { createdAt, id, instant } from './columns.ts'
import { coupons } from './coupons.ts'
import { mods } from './mods.ts'
import { users } from './users.ts'

export const orders = pgTable(
  'orders',
  {
    id: id(),
    /** The reference at Stripe. Unlike the id, it is never reused, not even after a backup is restored. */
    reference: uuid().notNull().defaultRandom(),
    /** The number people see: `SL-2026-000123`. */
    number: text().notNull().default(sql`next_order_number()`),
    userId: integer().notNull(),
    /** The account that Stripe knows, if an administrator has moved the order to another one since. */
    placedById: integer(),
    /** The page's idempotency key: a repeated request creates one order. */
    clientKey: text().notNull(),
    /** The id of the quote the buyer was shown and agreed to pay. */
    quote: text().notNull(),
    status: text().$type<OrderStatus>().notNull().default('pending'),
    currency: text().notNull().default('usd'),
    /** The sum of the prices before any discount. */
    subtotalCents: integer().notNull(),
    /** The discount of sales. */
    saleCents: integer().notNull().default(0),
    couponCents: integer().notNull().default(0),
    totalCents: integer().notNull(),
    couponId: integer(),
    /** Where the receipt goes; empty after the account was deleted. */
    email: text(),
    /** The consent text the buyer agreed to, and when. */
    consentVersion: text().notNull(),
    consentedAt: instant().notNull(),
    /** Where the buyer was, if the reverse proxy names a country: `DE`. */
    country: text(),
    stripeSessionId: text(),
    paymentIntentId: text(),
    paidAt: instant(),
    /** Whether it is the first order that its buyer paid for; free ones do not count. The reports read it. */
    isFirst: boolean().notNull().default(false),
    /** When the payment page closes. */
    expiresAt: instant(),
    /** When the reconciler next checks for a payment, while none has arrived. */
    nextCheckAt: instant().notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ name: 'orders_user', columns: [table.userId], foreignColumns: [users.id] }),
    foreignKey({ name: 'orders_placed_by', columns: [table.placedById], foreignColumns: [users.id] }),
    foreignKey({ name: 'orders_coupon', columns: [table.couponId], foreignColumns: [coupons.id] }),
    uniqueIndex('orders_reference').on(table.reference),
    uniqueIndex('orders_number').on(table.number.op('text_pattern_ops')),
    uniqueIndex('orders_client_key').on(table.userId, table.clientKey),
    uniqueIndex('orders_session').on(table.stripeSessionId),
    uniqueIndex('orders_payment_intent').on(table.paymentIntentId),
    index('orders_newest').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('orders_by_status').on(table.status, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('orders_of_user').on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('orders_by_email').on(table.email.op('text_pattern_ops')),
    index('orders_waiting').on(table.nextCheckAt).where(sql`status = 'pending'`),
    index('orders_with_coupon').on(table.couponId, table.userId).where(sql`coupon_id is not null`),
    // A covering index: reports find the orders paid in a span in it alone.
    index('orders_paid')
      .on(
        table.paidAt,
        table.id,
        table.userId,
        table.isFirst,
        table.saleCents,
        table.couponCents,
        table.couponId,
        table.country,
      )
      .where(sql`paid_at is not null`),
    index('orders_first').on(table.paidAt, table.userId).where(sql`is_first`),
    index('orders_moved').on(table.placedById).where(sql`placed_by_id is not null`),
    check(
      'orders_status_known',
      sql`${table.status} in ('pending', 'paid', 'partially_refunded', 'refunded', 'disputed', 'canceled')`,
    ),
    check(
      'orders_sum',
      sql`${table.totalCents} >= 0 and ${table.totalCents} = ${table.subtotalCents} - ${table.saleCents} - ${table.couponCents}`,
    ),
    check('orders_country', sql`${table.country} ~ '^[A-Z]{2}$'`),
    check('orders_paid_at_some_time', sql`(${table.status} in ('pending', 'canceled')) = (${table.paidAt} is null)`),
  ],
)

export const orderItems = pgTable(
  'order_items',
  {
    id: id(),
    orderId: integer().notNull(),
    modId: integer().notNull(),
    /** The title at the time of sale. */
    title: text().notNull(),
    priceCents: integer().notNull(),
    /** The sale's discount plus this item's share of the coupon. */
    discountCents: integer().notNull().default(0),
    paidCents: integer().notNull(),
    refundedCents: integer().notNull().default(0),
  },
  (table) => [
    foreignKey({ name: 'order_items_order', columns: [table.orderId], foreignColumns: [orders.id] }),
    foreignKey({ name: 'order_items_mod', columns: [table.modId], foreignColumns: [mods.id] }),
    uniqueIndex('order_items_once').on(table.orderId, table.modId),
    index('order_items_of_mod').on(table.modId),
    check(
      'order_items_sum',
      sql`${table.paidCents} >= 0 and ${table.paidCents} = ${table.priceCents} - ${table.discountCents}`,
    ),
    check('order_items_refunded', sql`${table.refundedCents} between 0 and ${table.paidCents}`),
  ],
)
