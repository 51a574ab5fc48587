import { and, count, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { NotificationArea, NotificationKind } from '@slipstream/contract/notification-kinds'
import type { ReadMark } from '@slipstream/contract/notifications'
import type { Db, Tx } from '@slipstream/db/client'
import { notifications } from '@slipstream/db/tables/notifications'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'

const ORDER: PageOrder = { name: 'notifications', direction: 'desc', keys: [{ of: notifications.id, type: 'integer' }] }

interface Whose {
  userId: number
  area: NotificationArea
}

interface Wanted {
  after?: string | undefined
  limit: number
  kind?: NotificationKind | undefined
  unread?: 'true' | undefined
}

const isOf = ({ userId, area }: Whose) => and(eq(notifications.userId, userId), eq(notifications.area, area))
const isUnread = isNull(notifications.readAt)

/** `Kind` must be the kinds of the area. */
export const listNotifications = <Kind extends NotificationKind>(db: Db, whose: Whose, wanted: Wanted) => {
  const { after, limit, kind, unread } = wanted
  const conditions = and(isOf(whose), kind && eq(notifications.kind, kind), unread && isUnread)
  const read = (place: SQL | undefined, size: number) =>
    db
      .select({ row: notifications, keys: keysOf(ORDER) })
      .from(notifications)
      .where(and(conditions, place))
      .orderBy(orderedBy(ORDER))
      .limit(size)
  return readPage(
    ORDER,
    { after, size: limit },
    read,
    ({ row: { id, title, text, link, createdAt, readAt, ...row } }) => ({
      id,
      kind: row.kind as Kind,
      title,
      text,
      link: isOwnPage(link) ? link : null,
      at: createdAt.toISOString(),
      isRead: readAt !== null,
    }),
  )
}

/** The store writes only its own paths. A link to anything else is dropped. */
const isOwnPage = (link: string | null) => link !== null && /^\/(?!\/)/.test(link)

export const countUnread = async (db: Db, whose: Whose) => {
  const [row] = await db
    .select({ unread: count() })
    .from(notifications)
    .where(and(isOf(whose), isUnread))
  return { unread: row?.unread ?? 0 }
}

export const markRead = async (tx: Tx, whose: Whose, { notificationId, withOlder = false }: ReadMark) => {
  const meant = withOlder ? lte(notifications.id, notificationId) : eq(notifications.id, notificationId)
  await tx
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(and(isOf(whose), isUnread, meant))
  return countUnread(tx, whose)
}
