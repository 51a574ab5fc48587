import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { NotificationArea, NotificationKind } from '@slipstream/contract/notification-kinds'
import { createdAt, id, instant } from './columns.ts'
import { users } from './users.ts'

/** Notifications shown inside the store. A notification for the staff is one row per administrator. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: integer().notNull(),
    area: text().$type<NotificationArea>().notNull(),
    kind: text().$type<NotificationKind>().notNull(),
    /** Identifies the event, so that a job that runs again notifies nobody twice. */
    key: text().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    /** A page of the store; null if there is nothing more to see. */
    link: text(),
    createdAt: createdAt(),
    readAt: instant(),
  },
  (table) => [
    foreignKey({ name: 'notifications_user', columns: [table.userId], foreignColumns: [users.id] }).onDelete('cascade'),
    uniqueIndex('notifications_once').on(table.userId, table.key),
    index('notifications_newest').on(table.userId, table.area, table.id),
    index('notifications_unread').on(table.userId, table.area).where(sql`read_at is null`),
    index('notifications_created').on(table.createdAt),
    check('notifications_area_known', sql`${table.area} in ('own', 'staff')`),
  ],
)
