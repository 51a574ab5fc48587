import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'

export const coupons = pgTable(
  'coupons',
  {
    id: id(),
    /** In capitals. */
    code: text().notNull(),
    kind: text({ enum: ['percent', 'amount'] }).notNull(),
    percent: integer(),
    amountCents: integer(),
    startsAt: instant(),
    endsAt: instant(),
    maxUses: integer(),
    perUserLimit: integer(),
    /** Incremented by the order that claims it, in the same transaction; decremented when that order is canceled. */
    used: integer().notNull().default(0),
    isActive: boolean().notNull().default(true),
    note: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('coupons_code').on(table.code),
    index('coupons_newest').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    check('coupons_code_is_upper', sql`${table.code} = upper(${table.code})`),
    check(
      'coupons_one_kind',
      sql`(${table.kind} = 'percent' and ${table.percent} between 1 and 100 and ${table.amountCents} is null)
        or (${table.kind} = 'amount' and ${table.amountCents} > 0 and ${table.percent} is null)`,
    ),
    check('coupons_used_within_limit', sql`${table.used} >= 0 and ${table.used} <= ${table.maxUses}`),
    check('coupons_limits', sql`${table.maxUses} >= 1 and ${table.perUserLimit} >= 1`),
  ],
)
