import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'
import { orders } from './orders.ts'
import { users } from './users.ts'

/** What happened to an order, and who did it. Append-only. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: id(),
    orderId: integer().notNull(),
    what: text().notNull(),
    at: createdAt(),
    /** Null for the store itself. */
    byUserId: integer(),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    foreignKey({ name: 'order_events_order', columns: [table.orderId], foreignColumns: [orders.id] }),
    foreignKey({ name: 'order_events_by', columns: [table.byUserId], foreignColumns: [users.id] }),
    index('order_events_of_order').on(table.orderId, table.id),
    index('order_events_of_user').on(table.byUserId).where(sql`by_user_id is not null`),
  ],
)

/**
 * Refunds, including failed ones. Our own are written before Stripe is called, so that a retry after a crash pays only
 * once. Those made in Stripe's dashboard are written when they are found.
 */
export const orderRefunds = pgTable(
  'order_refunds',
  {
    id: id(),
    /** The idempotency key, also the reference in Stripe's metadata. */
    key: uuid().notNull().defaultRandom(),
    orderId: integer().notNull(),
    amountCents: integer().notNull(),
    /** How much of each item is refunded. */
    items: jsonb().$type<{ itemId: number; amountCents: number }[]>().notNull(),
    reason: text().notNull(),
    /** Null for the store itself. */
    byUserId: integer(),
    state: text({ enum: ['queued', 'sent', 'failed'] })
      .notNull()
      .default('queued'),
    error: text(),
    /** Stripe's id, as soon as there is one. A queued refund with an id was not yet paid by Stripe. */
    stripeId: text(),
    createdAt: createdAt(),
    /** When the reconciler next checks it, while it is queued. */
    nextCheckAt: instant().notNull().default(sql`now() + interval '5 s'`),
  },
  (table) => [
    foreignKey({ name: 'order_refunds_order', columns: [table.orderId], foreignColumns: [orders.id] }),
    foreignKey({ name: 'order_refunds_by', columns: [table.byUserId], foreignColumns: [users.id] }),
    uniqueIndex('order_refunds_key').on(table.key),
    uniqueIndex('order_refunds_stripe').on(table.stripeId),
    index('order_refunds_of_order').on(table.orderId),
    index('order_refunds_of_user').on(table.byUserId).where(sql`by_user_id is not null`),
    index('order_refunds_queued').on(table.nextCheckAt).where(sql`state = 'queued'`),
    check('order_refunds_amount', sql`${table.amountCents} > 0`),
    check('order_refunds_state_known', sql`${table.state} in ('queued', 'sent', 'failed')`),
  ],
)

/** Requests that wait, or waited, for a decision about money. */
export const refundRequests = pgTable(
  'refund_requests',
  {
    id: id(),
    orderId: integer().notNull(),
    kind: text({ enum: ['refund', 'withdrawal'] }).notNull(),
    /** A `buyer` waits for an answer. The `store` asks its own staff, for example about a failed refund. */
    origin: text({ enum: ['buyer', 'store'] })
      .notNull()
      .default('buyer'),
    state: text({ enum: ['open', 'granted', 'declined'] })
      .notNull()
      .default('open'),
    reason: text().notNull().default(''),
    answer: text(),
    createdAt: createdAt(),
    /** When the staff was reminded that the promised answer is due soon. */
    remindedAt: instant(),
    decidedAt: instant(),
    decidedByUserId: integer(),
  },
  (table) => [
    foreignKey({ name: 'refund_requests_order', columns: [table.orderId], foreignColumns: [orders.id] }),
    foreignKey({ name: 'refund_requests_by', columns: [table.decidedByUserId], foreignColumns: [users.id] }),
    index('refund_requests_of_order').on(table.orderId, table.id),
    uniqueIndex('refund_requests_one_open').on(table.orderId).where(sql`state = 'open'`),
    index('refund_requests_of_user').on(table.decidedByUserId).where(sql`decided_by_user_id is not null`),
    check('refund_requests_kind_known', sql`${table.kind} in ('refund', 'withdrawal')`),
    check('refund_requests_origin_known', sql`${table.origin} in ('buyer', 'store')`),
    check('refund_requests_state_known', sql`${table.state} in ('open', 'granted', 'declined')`),
  ],
)
