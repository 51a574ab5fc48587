import type { FastifyInstance } from 'fastify'
import type { OwnNotification, StaffNotification } from '@slipstream/contract/notification-kinds'
import { notificationsApi, staffNotificationsApi } from '@slipstream/contract/notifications'
import { type Db, inTransaction } from '@slipstream/db/client'
import { mount } from '#lib/http/mount.ts'
import { countUnread, listNotifications, markRead } from './read-notifications.service.ts'

export const notificationsRoutes = (app: FastifyInstance, { db }: { db: Db }) => {
  const own = (userId: number) => ({ userId, area: 'own' }) as const
  mount(app, notificationsApi.list, ({ user, query }) => listNotifications<OwnNotification>(db, own(user.id), query))
  mount(app, notificationsApi.unread, ({ user }) => countUnread(db, own(user.id)))
  mount(app, notificationsApi.read, ({ user, body }) => inTransaction(db, (tx) => markRead(tx, own(user.id), body)))

  const staff = (userId: number) => ({ userId, area: 'staff' }) as const
  mount(app, staffNotificationsApi.list, ({ user, query }) =>
    listNotifications<StaffNotification>(db, staff(user.id), query),
  )
  mount(app, staffNotificationsApi.unread, ({ user }) => countUnread(db, staff(user.id)))
  mount(app, staffNotificationsApi.read, ({ user, body }) =>
    inTransaction(db, (tx) => markRead(tx, staff(user.id), body)),
  )
}
