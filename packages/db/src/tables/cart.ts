import { boolean, foreignKey, index, integer, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'
import { mods } from './mods.ts'
import { users } from './users.ts'

export const cartItems = pgTable(
  'cart_items',
  {
    id: id(),
    userId: integer().notNull(),
    modId: integer().notNull(),
    /** A Premium member chose to buy it although it is included. Without this, a member is never charged for it. */
    buyToKeep: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ name: 'cart_items_user', columns: [table.userId], foreignColumns: [users.id] }).onDelete('cascade'),
    foreignKey({ name: 'cart_items_mod', columns: [table.modId], foreignColumns: [mods.id] }).onDelete('cascade'),
    uniqueIndex('cart_items_once').on(table.userId, table.modId),
    index('cart_items_of_mod').on(table.modId),
  ],
)

/**
 * Every change of a cart gives it a new version, so that a poll gets 304 without reading the cart. Versions are random:
 * after a restore, a counter could repeat a number for different contents.
 */
export const carts = pgTable(
  'carts',
  {
    userId: integer().primaryKey(),
    version: uuid().notNull().defaultRandom(),
  },
  (table) => [
    foreignKey({ name: 'carts_user', columns: [table.userId], foreignColumns: [users.id] }).onDelete('cascade'),
  ],
)
