import { sql } from 'drizzle-orm'
import { bigint, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, wideId } from './columns.ts'

const amount = () => bigint({ mode: 'number' }).notNull()

/** The ledger's sums per 15 minutes, without empty slots. The job `analytics.count_sales` writes them. */
export const salesSlots = pgTable('sales_slots', {
  startsAt: instant().primaryKey(),
  paid: amount(),
  discount: amount(),
  refunded: amount(),
  /** The Premium part of paid and refunded. */
  premiumPaid: amount(),
  premiumRefunded: amount(),
  premiumPayments: integer().notNull(),
  orders: integer().notNull(),
  refunds: integer().notNull(),
  newCustomers: integer().notNull(),
  /** Orders of customers who had bought before. */
  ordersAgain: integer().notNull(),
})

const moneyOfPart = () => ({
  part: text({ enum: ['mod', 'coupon', 'country'] }).notNull(),
  /** The id of the mod or coupon, or the country. */
  name: text().notNull(),
  units: integer().notNull(),
  paid: amount(),
  discount: amount(),
  refunded: amount(),
})

/** The same money per UTC day, by mod, coupon and country. */
export const salesParts = pgTable('sales_parts', { day: date().notNull(), ...moneyOfPart() }, (table) => [
  primaryKey({ columns: [table.day, table.part, table.name] }),
])

/** `sales_parts` added up by UTC month. Triggers on that table do it, whichever release writes the days. */
export const salesMonths = pgTable('sales_months', { month: date().notNull(), ...moneyOfPart() }, (table) => [
  primaryKey({ columns: [table.month, table.part, table.name] }),
])

/** When each order was paid, and when its buyer's previous and first orders were. Names nobody. */
export const salesReturns = pgTable(
  'sales_returns',
  {
    at: instant().notNull(),
    /** Null for the first order. */
    previousAt: instant(),
    firstAt: instant().notNull(),
  },
  (table) => [
    // A covering index: a year is counted from it alone.
    index('sales_returns_at').on(table.at, table.previousAt, table.firstAt),
    index('sales_returns_soon').on(table.at, table.previousAt).where(sql`at - previous_at < interval '25 hours'`),
  ],
)

/**
 * The 15-minute slots that changed since they were counted, one row per change. Triggers write them in the transaction
 * of the change, so a report never mistakes outdated sums for current ones.
 */
export const staleSales = pgTable(
  'stale_sales',
  {
    id: wideId(),
    startsAt: instant().notNull(),
  },
  (table) => [index('stale_sales_first').on(table.startsAt)],
)
