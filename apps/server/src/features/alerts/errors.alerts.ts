import { sql } from 'drizzle-orm'
import { MINUTE_MS } from '@slipstream/contract/durations'
import { type Db, readRows } from '@slipstream/db/client'
import type { AlertCheck } from '#lib/alerts.ts'

const MOST_ERRORS = 30

export const errorsAlerts = ({ db }: { db: Db }): readonly AlertCheck[] => [
  {
    name: 'errors.rate',
    title: 'The store logs many errors',
    measures: `All processes together logged at most ${MOST_ERRORS} errors in the last 10 minutes.`,
    lastsMs: 0,
    calmMs: 15 * MINUTE_MS,
    waitsInMaintenance: true,
    find: async () => {
      const [{ errors, cause } = { errors: 0, cause: null }] = await readRows<{ errors: number; cause: string | null }>(
        db,
        sql`
        select coalesce(sum(count), 0)::int as errors, (
          select name || ': ' || left(message, 160) from error_groups
          where last_at > now() - interval '10 minutes' order by count desc limit 1) as cause
        from error_minutes where minute > now() - interval '10 minutes'`,
      )
      if (errors <= MOST_ERRORS) return []
      return [{ problem: `${errors} errors in 10 minutes. Among them: ${cause ?? 'unknown'}` }]
    },
  },
]
