import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { OWN_NOTIFICATIONS, STAFF_NOTIFICATIONS } from './notification-kinds.ts'
import { pageSize } from './number.ts'
import { pageOf } from './page.ts'
import { cursor } from './text.ts'

const notification = <Kind extends string>(kinds: readonly Kind[]) =>
  z.object({
    id: Id,
    kind: z.enum(kinds),
    title: z.string(),
    text: z.string(),
    /** A page of the store; null if there is nothing more to see. */
    link: z.nullable(z.string()),
    at: z.iso.datetime(),
    isRead: z.boolean(),
  })

const OwnNotification = notification(OWN_NOTIFICATIONS)
export type OwnNotification = z.output<typeof OwnNotification>
const StaffNotification = notification(STAFF_NOTIFICATIONS)
export type StaffNotification = z.output<typeof StaffNotification>

const PAGE = { limit: pageSize(20, 100), after: cursor() }
export const StaffQuery = z.strictObject({
  ...PAGE,
  kind: z.optional(z.enum(STAFF_NOTIFICATIONS)),
  unread: z.optional(z.literal('true')),
})
export type StaffQuery = z.output<typeof StaffQuery>

const Unread = z.object({ unread: z.int() })
/** Marks one as read, or also all older ones: a page sends the newest notification that the reader has seen. */
const ReadMark = z.strictObject({ notificationId: Id, withOlder: z.optional(z.boolean()) })
export type ReadMark = z.output<typeof ReadMark>

export const notificationsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/notifications',
    summary: 'List your notifications, newest first',
    access: 'user',
    query: z.strictObject(PAGE),
    response: pageOf(OwnNotification),
  }),
  unread: endpoint({
    method: 'GET',
    path: '/api/notifications/unread',
    summary: 'Count your unread notifications',
    access: 'user',
    poll: true,
    response: Unread,
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/notifications/read',
    summary: 'Mark one of your notifications as read, or all up to it',
    access: 'user',
    body: ReadMark,
    response: Unread,
  }),
}

export const staffNotificationsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/notifications',
    summary: 'List what the store told the signed-in administrator, newest first',
    access: 'admin',
    query: StaffQuery,
    response: pageOf(StaffNotification),
  }),
  unread: endpoint({
    method: 'GET',
    path: '/api/admin/notifications/unread',
    summary: 'Count the unread notifications of the signed-in administrator',
    access: 'admin',
    poll: true,
    response: Unread,
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/admin/notifications/read',
    summary: 'Mark one notification of the signed-in administrator as read, or all up to it',
    access: 'admin',
    needsProof: 'no: marks what only the caller sees',
    body: ReadMark,
    response: Unread,
  }),
}
