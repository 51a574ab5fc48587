import { desc, eq } from 'drizzle-orm'
import { notifications } from '@slipstream/db/tables/notifications'
import type { PersonalData } from '#lib/personal-data.ts'

export const notificationsPersonalData: PersonalData = {
  name: 'notifications',
  tables: ['notifications'],
  collect: (tx, userId) =>
    tx
      .select({
        kind: notifications.kind,
        title: notifications.title,
        text: notifications.text,
        at: notifications.createdAt,
        readAt: notifications.readAt,
      })
      .from(notifications)
      .where(eq(notifications.userId, userId))
      .orderBy(desc(notifications.id)),
  erase: async (tx, userId) => {
    await tx.delete(notifications).where(eq(notifications.userId, userId))
  },
}
