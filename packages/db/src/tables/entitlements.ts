import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'
import { mods } from './mods.ts'
import { orderItems } from './orders.ts'
import { users } from './users.ts'

/**
 * The permanent right to download a mod. One per order item, so that refunding one item revokes exactly that one. Mods
 * that Premium includes are not stored per person: they follow from the end of Premium and the flag on the mod.
 */
export const entitlements = pgTable(
  'entitlements',
  {
    id: id(),
    userId: integer().notNull(),
    modId: integer().notNull(),
    /** Set for a purchase. */
    orderItemId: integer(),
    source: text({ enum: ['purchase', 'grant'] }).notNull(),
    grantedAt: createdAt(),
    /** When the download window ends unless it is renewed; null if it never ends. */
    windowEndsAt: instant(),
    /** The first download ends the right of withdrawal. */
    firstDownloadedAt: instant(),
    /** When the owner was asked for a review, which happens once. */
    reviewAskedAt: instant(),
    revokedAt: instant(),
    revokeReason: text(),
  },
  (table) => [
    foreignKey({ name: 'entitlements_user', columns: [table.userId], foreignColumns: [users.id] }),
    foreignKey({ name: 'entitlements_mod', columns: [table.modId], foreignColumns: [mods.id] }),
    foreignKey({ name: 'entitlements_item', columns: [table.orderItemId], foreignColumns: [orderItems.id] }),
    uniqueIndex('entitlements_of_item').on(table.orderItemId).where(sql`order_item_id is not null`),
    // Nobody pays twice for a mod: a second payment violates this constraint and is refunded.
    uniqueIndex('entitlements_live').on(table.userId, table.modId, table.source).where(sql`revoked_at is null`),
    index('entitlements_of_user').on(table.userId, table.grantedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('entitlements_of_mod').on(table.modId).where(sql`revoked_at is null`),
    index('entitlements_to_ask')
      .on(table.firstDownloadedAt)
      .where(sql`source = 'purchase' and revoked_at is null and review_asked_at is null`),
    check('entitlements_source_known', sql`${table.source} in ('purchase', 'grant')`),
    check('entitlements_of_purchases', sql`(${table.source} = 'purchase') = (${table.orderItemId} is not null)`),
    check('entitlements_revoked_for_a_reason', sql`(${table.revokedAt} is null) = (${table.revokeReason} is null)`),
  ],
)
