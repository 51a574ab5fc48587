import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'

export const subscriptionPlans = pgTable(
  'subscription_plans',
  {
    id: id(),
    /** Names the product at Stripe. Unlike the id it never repeats, even after a restored backup. */
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

/** What a plan cost at some time. A subscription keeps the price it began with, so a row never changes. */
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
