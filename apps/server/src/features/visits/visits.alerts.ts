import { sql } from 'drizzle-orm'
import { type Db, readRows } from '@slipstream/db/client'
import { AT_ONCE, type AlertCheck } from '#lib/alerts.ts'

/** About 100,000 visits of a store, and up to 3 GB in the database. */
const MOST_EVENTS_A_DAY = 2_000_000
const number = new Intl.NumberFormat('en-US')

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
  {
    ...AT_ONCE,
    name: 'visits.growth',
    title: 'Visits fill the database',
    measures: 'At most 2 million events of visitors are stored in a day.',
    find: async () => {
      const [day] = await readRows<{ events: number }>(
        db,
        sql`select coalesce(sum(events), 0)::float8 as events from visit_batches
          where last_at > now() - interval '1 day'`,
      )
      if (!day || day.events <= MOST_EVENTS_A_DAY) return []
      const problem =
        `${number.format(day.events)} events of visitors were stored within a day. If the store has no such number of ` +
        'visitors, somebody is making them up: one address can send 10,000 a day, so this takes many addresses. Look in ' +
        'the log of the reverse proxy for those that send most to /api/visits, and block them there.'
      return [{ problem }]
    },
  },
]
