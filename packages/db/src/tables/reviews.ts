import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'
import { mods } from './mods.ts'
import { users } from './users.ts'

export const reviews = pgTable(
  'reviews',
  {
    id: id(),
    modId: integer().notNull(),
    /** Null if the account was deleted, or never existed (demo). */
    userId: integer(),
    /** The displayed name. */
    author: text().notNull(),
    rating: integer().notNull(),
    title: text().notNull().default(''),
    body: text().notNull().default(''),
    status: text().$type<'pending' | 'approved' | 'rejected'>().notNull().default('pending'),
    isVerified: boolean().notNull().default(false),
    helpfulCount: integer().notNull().default(0),
    /** Position among the reviews on the home page; null for all others. */
    featuredOrder: integer(),
    reply: text(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ name: 'reviews_mod', columns: [table.modId], foreignColumns: [mods.id] }).onDelete('cascade'),
    foreignKey({ name: 'reviews_user', columns: [table.userId], foreignColumns: [users.id] }).onDelete('set null'),
    check('reviews_rating', sql`${table.rating} between 1 and 5`),
    check('reviews_status_known', sql`${table.status} in ('pending', 'approved', 'rejected')`),
    uniqueIndex('reviews_once_per_user').on(table.userId, table.modId),
    index('reviews_helpful')
      .on(table.modId, table.helpfulCount.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`status = 'approved'`),
    index('reviews_newest')
      .on(table.modId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`status = 'approved'`),
    index('reviews_lowest')
      .on(table.modId, sql`(-rating) desc`, table.id.desc().nullsFirst())
      .where(sql`status = 'approved'`),
    index('reviews_of_status').on(table.status, table.id.desc().nullsFirst()),
    index('reviews_featured').on(table.featuredOrder, table.id).where(sql`featured_order is not null`),
  ],
)
