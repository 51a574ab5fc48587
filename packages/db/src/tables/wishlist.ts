import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { mods } from './mods.ts'
import { users } from './users.ts'

export const wishlistItems = pgTable(
  'wishlist_items',
  {
    userId: integer().notNull(),
    modId: integer().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'wishlist_items_once', columns: [table.userId, table.modId] }),
    foreignKey({ name: 'wishlist_items_user', columns: [table.userId], foreignColumns: [users.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'wishlist_items_mod', columns: [table.modId], foreignColumns: [mods.id] }).onDelete('cascade'),
    index('wishlist_items_newest').on(table.userId, table.createdAt.desc().nullsFirst()),
    index('wishlist_items_of_mod').on(table.modId),
  ],
)

/** What people were told by mail about their wishlist: each event once, and at most one mail a week. */
export const wishlistNews = pgTable(
  'wishlist_news',
  {
    userId: integer().notNull(),
    modId: integer().notNull(),
    /** The release, or the price and start of the sale. */
    event: text().notNull(),
    sentAt: createdAt(),
    /** The mail that reports it, together with everything else that was new for this person. */
    mail: uuid(),
    /** When a worker began to send that mail. It is never sent again. */
    claimedAt: instant(),
  },
  (table) => [
    primaryKey({ name: 'wishlist_news_once', columns: [table.userId, table.modId, table.event] }),
    foreignKey({ name: 'wishlist_news_user', columns: [table.userId], foreignColumns: [users.id] }).onDelete('cascade'),
    foreignKey({ name: 'wishlist_news_mod', columns: [table.modId], foreignColumns: [mods.id] }).onDelete('cascade'),
    index('wishlist_news_of_mod').on(table.modId),
    index('wishlist_news_latest').on(table.userId, table.sentAt),
  ],
)
