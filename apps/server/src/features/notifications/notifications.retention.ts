import { sql } from 'drizzle-orm'
import { RETENTION_DAYS } from '@slipstream/contract/legal'
import { notifications } from '@slipstream/db/tables/notifications'
import { deleteById, type RetentionRule } from '#lib/retention.ts'

export const notificationsRetention: readonly RetentionRule[] = [
  {
    name: 'notifications',
    what: 'Notifications',
    fate: 'deleted',
    period: { days: RETENTION_DAYS.notifications },
    tables: ['notifications'],
    keyType: 'integer',
    due: (cutoff) => sql`
        select id as key, kind || ', ' || created_at::date as example from ${notifications} where created_at < ${cutoff}`,
    remove: deleteById(notifications),
  },
]
