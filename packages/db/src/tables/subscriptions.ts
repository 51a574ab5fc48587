import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { SubscriptionStatus } from '@slipstream/contract/subscription-status'
import { createdAt, id, instant, listed, wideId, wideReference } from './columns.ts'
import { users } from './users.ts'

export const subscriptionPlans = pgTable(
  'subscription_plans',
  {
    id: id(),
    /** Identifies the product at Stripe. Unlike the id, it is never reused, not even after a backup is restored. */
    reference: uuid().notNull().defaultRandom(),
    name: text().notNull(),
    description: text().notNull().default(''),
    price: integer().notNull().default(0),
    interval: text().notNull().default('month'),
    isActive: boolean().notNull().default(true),
    isFeatured: boolean().notNull().default(false),
    sortOrder: integer().notNull().default(0),
    /** A deleted plan is kept for the subscriptions that refer to it. */
    archivedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index('subscription_plans_in_order').on(table.sortOrder, table.id).where(sql`${table.archivedAt} is null`),
    check('subscription_plans_price_is_not_negative', sql`${table.price} >= 0`),
  ],
)

/** The prices a plan has had. A subscription keeps the price it began with, so a row never changes. */
export const planPrices = pgTable(
  'plan_prices',
  {
    id: id(),
    reference: uuid().notNull().defaultRandom(),
    planId: integer().notNull(),
    price: integer().notNull(),
    interval: text({ enum: ['day', 'week', 'month', 'year'] }).notNull(),
    /** Null until Stripe has the price. */
    stripePriceId: text(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ name: 'plan_prices_plan', columns: [table.planId], foreignColumns: [subscriptionPlans.id] }),
    uniqueIndex('plan_prices_terms').on(table.planId, table.price, table.interval),
    uniqueIndex('plan_prices_stripe').on(table.stripePriceId),
    check('plan_prices_can_be_charged', sql`${table.price} between 50 and 99999999`),
    check('plan_prices_interval_known', sql`${table.interval} in ('day', 'week', 'month', 'year')`),
  ],
)

/** A person's subscription. Status, terms, periods and card are copied from Stripe; the other columns are our own. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    /** The reference in Stripe's metadata. A subscription at Stripe without one is not ours. */
    reference: uuid().notNull().defaultRandom(),
    userId: integer().notNull(),
    /** The terms it was started with, and after a change those of the last paid invoice. */
    planPriceId: integer().notNull(),
    /** The terms from the next renewal on, if they differ. */
    nextPlanPriceId: integer(),
    status: text().$type<SubscriptionStatus>().notNull().default('pending'),
    /** Counts how often Stripe's state was applied. A stale read finds another number and reads again. */
    version: integer().notNull().default(0),
    /** Where its mails go; empty after the account was deleted. */
    email: text(),
    stripeSessionId: text(),
    stripeSubscriptionId: text(),
    stripeCustomerId: text(),
    /** When the first payment arrived. */
    startedAt: instant(),
    /** The end of the last period that was paid and not refunded. */
    paidThrough: instant(),
    /** When access ends if nothing else happens: `paidThrough`, plus grace while a renewal can still be paid. */
    accessUntil: instant(),
    /** When Stripe will cancel it. */
    endsAt: instant(),
    endedAt: instant(),
    /** An end that Stripe does not know about yet: at once or at the end of the period. */
    endRequested: text({ enum: ['now', 'period_end'] }),
    /** Why it ended or will end, if the store ended it. */
    endReason: text({ enum: ['refund', 'dispute', 'unpaid', 'banned', 'deleted', 'canceled'] }),
    paymentMethodId: text(),
    cardBrand: text(),
    cardLast4: text(),
    /** Stripe's name for the number of the card, the same on every account that pays with it. */
    cardFingerprint: text(),
    /** How many mails were sent about the currently failing renewal. */
    dunningMails: integer().notNull().default(0),
    /** When the person used the money-back guarantee, which is possible once. */
    refundedAt: instant(),
    /** When the reconciler next reads it from Stripe. */
    nextCheckAt: instant().notNull().default(sql`now() + interval '10 s'`),
    /** The start of the last nightly comparison that found it at Stripe. */
    comparedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ name: 'subscriptions_user', columns: [table.userId], foreignColumns: [users.id] }),
    foreignKey({ name: 'subscriptions_price', columns: [table.planPriceId], foreignColumns: [planPrices.id] }),
    foreignKey({ name: 'subscriptions_next_price', columns: [table.nextPlanPriceId], foreignColumns: [planPrices.id] }),
    uniqueIndex('subscriptions_reference').on(table.reference),
    uniqueIndex('subscriptions_session').on(table.stripeSessionId),
    uniqueIndex('subscriptions_stripe').on(table.stripeSubscriptionId),
    index('subscriptions_of_customer').on(table.stripeCustomerId),
    index('subscriptions_of_user').on(table.userId, table.id),
    index('subscriptions_by_access').on(table.accessUntil).where(sql`access_until is not null`),
    uniqueIndex('subscriptions_one_per_person')
      .on(table.userId)
      .where(sql`status in ('pending', 'incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused')`),
    index('subscriptions_waiting')
      .on(table.nextCheckAt)
      .where(sql`status in ('pending', 'incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused')`),
    check(
      'subscriptions_status_known',
      sql`${table.status} in ('pending', 'abandoned', 'incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled')`,
    ),
    check('subscriptions_end_known', sql`${table.endRequested} in ('now', 'period_end')`),
    check(
      'subscriptions_reason_known',
      sql`${table.endReason} in ('refund', 'dispute', 'unpaid', 'banned', 'deleted', 'canceled')`,
    ),
  ],
)

/** States of a change that was decided but is not finished yet. */
export const OPEN_CHANGES = ['requested', 'planned', 'withdrawing'] as const

/** A change of plan. The decision is stored before Stripe is called. */
export const subscriptionChanges = pgTable(
  'subscription_changes',
  {
    id: id(),
    subscriptionId: integer().notNull(),
    /** Identifies the quote to its owner and the decision to Stripe. */
    key: uuid().notNull().defaultRandom(),
    fromPriceId: integer().notNull(),
    toPriceId: integer().notNull(),
    timing: text({ enum: ['now', 'period_end'] }).notNull(),
    /** The amount that was shown and is charged at once. */
    dueCents: integer().notNull(),
    /** The second, by Stripe's clock, for which the credit was calculated. Null if nothing is charged at once. */
    proratedAt: instant(),
    state: text({ enum: ['quoted', ...OPEN_CHANGES, 'done', 'refused', 'withdrawn'] })
      .notNull()
      .default('quoted'),
    /** Why it was refused. */
    refusal: text({ enum: ['declined', 'unpaid', 'late', 'refused'] }),
    createdAt: createdAt(),
    decidedAt: instant(),
  },
  (table) => [
    foreignKey({
      name: 'subscription_changes_subscription',
      columns: [table.subscriptionId],
      foreignColumns: [subscriptions.id],
    }),
    foreignKey({ name: 'subscription_changes_from', columns: [table.fromPriceId], foreignColumns: [planPrices.id] }),
    foreignKey({ name: 'subscription_changes_to', columns: [table.toPriceId], foreignColumns: [planPrices.id] }),
    uniqueIndex('subscription_changes_key').on(table.key),
    uniqueIndex('subscription_changes_one_quote').on(table.subscriptionId).where(sql`state = 'quoted'`),
    uniqueIndex('subscription_changes_one_open')
      .on(table.subscriptionId)
      .where(sql`state in ('requested', 'planned', 'withdrawing')`),
    check(
      'subscription_changes_state_known',
      sql`${table.state} in ('quoted', 'requested', 'planned', 'withdrawing', 'done', 'refused', 'withdrawn')`,
    ),
    check('subscription_changes_timing_known', sql`${table.timing} in ('now', 'period_end')`),
    check('subscription_changes_refusal_known', sql`${table.refusal} in ('declined', 'unpaid', 'late', 'refused')`),
    check('subscription_changes_due_now', sql`(${table.timing} = 'now') = (${table.dueCents} > 0)`),
  ],
)

/** The invoices of a subscription, copied from Stripe. */
export const subscriptionInvoices = pgTable(
  'subscription_invoices',
  {
    id: wideId(),
    subscriptionId: integer().notNull(),
    stripeId: text().notNull(),
    paymentIntentId: text(),
    /** The terms it bills; null if Stripe billed a price that is not ours. */
    planPriceId: integer(),
    number: text(),
    status: text({ enum: ['draft', 'open', 'paid', 'uncollectible', 'void'] }).notNull(),
    amountCents: integer().notNull(),
    refundedCents: integer().notNull().default(0),
    isDisputed: boolean().notNull().default(false),
    /** Stripe's billing reason, which tells starts, renewals and plan changes apart. */
    reason: text().notNull(),
    /** The period it pays for. */
    periodStart: instant().notNull(),
    periodEnd: instant().notNull(),
    issuedAt: instant().notNull(),
    paidAt: instant(),
    nextAttemptAt: instant(),
    attempts: integer().notNull().default(0),
    /** Stripe's page with the invoice, where it can also be paid. */
    url: text(),
  },
  (table) => [
    foreignKey({
      name: 'subscription_invoices_subscription',
      columns: [table.subscriptionId],
      foreignColumns: [subscriptions.id],
    }),
    foreignKey({ name: 'subscription_invoices_price', columns: [table.planPriceId], foreignColumns: [planPrices.id] }),
    uniqueIndex('subscription_invoices_stripe').on(table.stripeId),
    index('subscription_invoices_of').on(table.subscriptionId, table.issuedAt),
    index('subscription_invoices_payment').on(table.paymentIntentId),
    index('subscription_invoices_newest').on(table.paidAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    check(
      'subscription_invoices_status_known',
      sql`${table.status} in ('draft', 'open', 'paid', 'uncollectible', 'void')`,
    ),
  ],
)

/** A decision to refund an invoice in full. Written before Stripe is called, so that a retry does not pay it twice. */
export const subscriptionRefunds = pgTable(
  'subscription_refunds',
  {
    id: id(),
    invoiceId: wideReference().notNull(),
    /** The reference in Stripe's metadata. */
    key: uuid().notNull().defaultRandom(),
    amountCents: integer().notNull(),
    state: text({ enum: ['queued', 'sent', 'failed'] })
      .notNull()
      .default('queued'),
    stripeId: text(),
    reason: text().notNull(),
    /** Null for the store itself. */
    byUserId: integer(),
    error: text(),
    createdAt: createdAt(),
    nextCheckAt: instant().notNull().default(sql`now() + interval '5 s'`),
  },
  (table) => [
    foreignKey({
      name: 'subscription_refunds_invoice',
      columns: [table.invoiceId],
      foreignColumns: [subscriptionInvoices.id],
    }),
    foreignKey({ name: 'subscription_refunds_by', columns: [table.byUserId], foreignColumns: [users.id] }),
    uniqueIndex('subscription_refunds_key').on(table.key),
    uniqueIndex('subscription_refunds_stripe').on(table.stripeId),
    uniqueIndex('subscription_refunds_one_open').on(table.invoiceId).where(sql`state = 'queued'`),
    index('subscription_refunds_waiting').on(table.nextCheckAt).where(sql`state = 'queued'`),
    check('subscription_refunds_state_known', sql`${table.state} in ('queued', 'sent', 'failed')`),
    check('subscription_refunds_are_positive', sql`${table.amountCents} > 0`),
  ],
)

/** A claimed address was not confirmed, so it may have been somebody else's. */
const GUARANTEE_KINDS = ['address', 'claimed_address', 'discord', 'card'] as const

/**
 * Keyed hashes by which a person who used the money-back guarantee is recognized, also after deleting the account. Only
 * the store's secret connects them to an address, a Discord account or a card.
 */
export const guaranteeUses = pgTable(
  'guarantee_uses',
  {
    kind: text({ enum: GUARANTEE_KINDS }).notNull(),
    hash: text().notNull(),
    usedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'guarantee_uses_key', columns: [table.kind, table.hash] }),
    index('guarantee_uses_by_time').on(table.usedAt),
    check('guarantee_uses_kind_known', sql`${table.kind} in (${listed(GUARANTEE_KINDS)})`),
  ],
)
