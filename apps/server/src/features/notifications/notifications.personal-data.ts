import { desc, eq } from 'drizzle-orm'
import { notifications } from '@slipstream/db/tables/notifications'
import type { PersonalData } from '#lib/personal-data.ts'
import { readSettings } from '#features/settings/settings.service.ts'
import { listMailJobs, removeMailJobs } from './mail-jobs.service.ts'
import { staffAddress } from './staff-address.ts'

/** Sent mails are not stored; waiting and permanently failed ones are in the queue. */
export const mailsPersonalData: PersonalData = {
  name: 'mails',
  tables: [],
  collect: async (tx, userId) => {
    const staff = staffAddress(await readSettings(tx))
    // Staff mails are left out: what they say is exported with the orders.
    return (await listMailJobs(tx, userId)).filter(({ to }) => to !== staff)
  },
  erase: removeMailJobs,
}

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
