import { sql } from 'drizzle-orm'
import { RETENTION_DAYS } from '@slipstream/contract/legal'
import { errorGroups, incidents } from '@slipstream/db/tables/alerts'
import { anyKey, deleteById, type RetentionRule } from '#lib/retention.ts'

/** Incidents and errors contain no personal data. They are deleted because nobody needs them anymore. */
export const alertsRetention: readonly RetentionRule[] = [
  {
    name: 'incidents',
    what: 'Incidents that are over',
    fate: 'deleted',
    period: { days: RETENTION_DAYS.incidents },
    tables: [],
    keyType: 'integer',
    due: (cutoff) => sql`
        select id as key, check_name || ', ' || ended_at::date as example from ${incidents} where ended_at < ${cutoff}`,
    remove: deleteById(incidents),
  },
  {
    name: 'errors',
    what: 'Groups of errors that were not logged again',
    fate: 'deleted',
    period: { days: RETENTION_DAYS.errors },
    tables: [],
    keyType: 'text',
    due: (cutoff) => sql`
        select fingerprint as key, name || ', last ' || last_at::date as example from ${errorGroups} where last_at < ${cutoff}`,
    remove: async (tx, keys, cutoff) => {
      await tx.execute(
        sql`delete from ${errorGroups} where fingerprint = ${anyKey(keys, 'text')} and last_at < ${cutoff}`,
      )
    },
  },
]
