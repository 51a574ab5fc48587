import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { MoneyCheck } from '@slipstream/contract/reconciliation'
import { STRAY_KINDS, STRAY_STATES } from '@slipstream/contract/stray-states'
import { createdAt, id, instant, listed, wideId } from './columns.ts'
import { orders } from './orders.ts'
import { subscriptions } from './subscriptions.ts'
import { users } from './users.ts'

/** Every movement of money, once: the same Stripe id means the same money. Append-only. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: wideId(),
    /** What the money is for: an order or a subscription. */
    orderId: integer(),
    subscriptionId: integer(),
    kind: text({ enum: ['payment', 'refund', 'refund_failed', 'dispute', 'dispute_won'] }).notNull(),
    /** Outgoing money is negative. */
    amountCents: integer().notNull(),
    /** The id of the payment intent, refund or dispute. */
    stripeId: text().notNull(),
    /** When the money moved at Stripe. A failed refund or won dispute has the time of the entry it reverses. */
    at: instant().notNull(),
  },
  (table) => [
    foreignKey({ name: 'ledger_entries_order', columns: [table.orderId], foreignColumns: [orders.id] }),
    foreignKey({
      name: 'ledger_entries_subscription',
      columns: [table.subscriptionId],
      foreignColumns: [subscriptions.id],
    }),
    uniqueIndex('ledger_entries_once').on(table.stripeId, table.kind),
    index('ledger_entries_of_order').on(table.orderId),
    index('ledger_entries_of_subscription').on(table.subscriptionId).where(sql`subscription_id is not null`),
    index('ledger_entries_at').on(table.at),
    check('ledger_entries_have_one_cause', sql`num_nonnulls(${table.orderId}, ${table.subscriptionId}) = 1`),
    check(
      'ledger_entries_kind_known',
      sql`${table.kind} in ('payment', 'refund', 'refund_failed', 'dispute', 'dispute_won')`,
    ),
    check(
      'ledger_entries_direction',
      sql`(${table.kind} in ('payment', 'refund_failed', 'dispute_won')) = (${table.amountCents} > 0)`,
    ),
  ],
)

/** The inbox of Stripe's events. An event is acknowledged when it is stored here, and a job processes it. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    objectId: text().notNull(),
    /** The payment the object belongs to, if any. Only a hint: the payment is read from Stripe. */
    paymentIntentId: text(),
    /** Stripe's id of the subscription the object belongs to, if any. Also only a hint. */
    stripeSubscriptionId: text(),
    orderId: integer(),
    receivedAt: createdAt(),
    /** When our own sweep of Stripe's list found it, if no webhook delivered it. */
    missedAt: instant(),
    handledAt: instant(),
    attempts: integer().notNull().default(0),
    error: text(),
    /** When the reconciler next checks it. Usually the job is faster. */
    nextCheckAt: instant().notNull().default(sql`now() + interval '5 s'`),
  },
  (table) => [
    foreignKey({ name: 'stripe_events_order', columns: [table.orderId], foreignColumns: [orders.id] }),
    index('stripe_events_of_order').on(table.orderId).where(sql`order_id is not null`),
    index('stripe_events_newest').on(table.receivedAt.desc().nullsFirst()),
    index('stripe_events_unhandled').on(table.nextCheckAt).where(sql`handled_at is null`),
    index('stripe_events_waiting_of_payment').on(table.paymentIntentId).where(sql`handled_at is null`),
    index('stripe_events_of_no_order').on(table.receivedAt).where(sql`order_id is null`),
  ],
)

/** How far Stripe's own list of events has been read, by Stripe's timestamps. One row. */
export const stripeSweeps = pgTable('stripe_sweeps', {
  name: text().primaryKey(),
  sweptTo: instant().notNull(),
})

export const disputes = pgTable(
  'disputes',
  {
    /** Stripe's id. */
    id: text().primaryKey(),
    orderId: integer().notNull(),
    state: text({ enum: ['open', 'won', 'lost'] })
      .notNull()
      .default('open'),
    reason: text().notNull(),
    amountCents: integer().notNull(),
    openedAt: instant().notNull(),
    evidenceDueAt: instant(),
    evidenceSentAt: instant(),
  },
  (table) => [
    foreignKey({ name: 'disputes_order', columns: [table.orderId], foreignColumns: [orders.id] }),
    index('disputes_of_order').on(table.orderId),
    index('disputes_open').on(table.evidenceDueAt).where(sql`state = 'open'`),
    check('disputes_state_known', sql`${table.state} in ('open', 'won', 'lost')`),
  ],
)

export const moneyChecks = pgTable(
  'money_checks',
  {
    id: id(),
    at: createdAt(),
    isRight: boolean().notNull(),
    result: jsonb().$type<Omit<MoneyCheck, 'checkedAt'>>().notNull(),
  },
  (table) => [index('money_checks_newest').on(table.at.desc().nullsFirst())],
)

/**
 * What Stripe was paid for with our metadata although we have no row for it: sold by a store whose last hours a restore
 * has lost. A person decides about each.
 */
export const strays = pgTable(
  'strays',
  {
    id: id(),
    kind: text({ enum: STRAY_KINDS }).notNull(),
    /** The reference in Stripe's metadata. */
    reference: uuid().notNull(),
    /** The payment page of an order, or the subscription. */
    stripeId: text().notNull(),
    /** The order's number. */
    number: text(),
    /** The account in the metadata, which may be lost too. */
    accountId: integer(),
    amountCents: integer().notNull(),
    soldAt: instant().notNull(),
    state: text({ enum: STRAY_STATES }).notNull().default('open'),
    /** Why the last decision could not be carried out. */
    problem: text(),
    /** The payments and refunds at Stripe that cancel each other out and are in no ledger. */
    settledIds: jsonb().$type<string[]>().notNull().default([]),
    decidedBy: integer(),
    decidedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ name: 'strays_decided_by', columns: [table.decidedBy], foreignColumns: [users.id] }),
    uniqueIndex('strays_reference').on(table.reference),
    check('strays_kind_known', sql`${table.kind} in (${listed(STRAY_KINDS)})`),
    check('strays_state_known', sql`${table.state} in (${listed(STRAY_STATES)})`),
  ],
)
