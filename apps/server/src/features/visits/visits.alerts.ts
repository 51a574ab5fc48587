import { sql } from 'drizzle-orm'
import { type Db, readRows } from '@slipstream/db/client'
import { AT_ONCE, type AlertCheck } from '#lib/alerts.ts'

export const visitsAlerts = ({ db }: { db: Db }): readonly AlertCheck[] => [
  {
    ...AT_ONCE,
    name: 'visits.month',
    title: 'Visits are stored outside of their month',
    measures: 'Every event of a visitor falls into a month that was prepared for it.',
    find: async () => {
      const [other] = await readRows<{ isUsed: boolean }>(
        db,
        sql`select exists (select from visit_events_other) as "isUsed"`,
      )
      if (!other?.isUsed) return []
      const problem =
        'Visitor events arrived in a month that was not prepared. Either the clock of a server is wrong, or the job ' +
        'visits.months has not run for two months. They are counted, and removed when they are two years old.'
      return [{ problem }]
    },
  },
]
