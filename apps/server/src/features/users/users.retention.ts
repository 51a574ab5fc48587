import { sql } from 'drizzle-orm'
import { RETENTION_YEARS } from '@slipstream/contract/legal'
import { userNotes } from '@slipstream/db/tables/users'
import { deleteById, type RetentionRule } from '#lib/retention.ts'

export const usersRetention: readonly RetentionRule[] = [
  {
    name: 'user-notes',
    what: 'Notes of the staff about customers',
    fate: 'deleted',
    period: { years: RETENTION_YEARS.supportCommunications },
    tables: ['user_notes'],
    keyType: 'integer',
    due: (cutoff) => sql`
        select id as key, 'note ' || id || ', ' || created_at::date as example from ${userNotes}
        where created_at < ${cutoff}`,
    remove: deleteById(userNotes),
  },
]
