import { sql } from 'drizzle-orm'
import { RETENTION_YEARS } from '@slipstream/contract/legal'
import { traces } from '@slipstream/db/tables/traces'
import { deleteById, type RetentionRule } from '#lib/retention.ts'

export const tracesRetention: readonly RetentionRule[] = [
  {
    name: 'traces',
    what: 'What was found in leaked files',
    fate: 'deleted; the audit log still says that a file was traced',
    period: { years: RETENTION_YEARS.supportCommunications },
    tables: ['traces'],
    keyType: 'integer',
    due: (cutoff) => sql`
        select id as key, file_name || ', ' || created_at::date as example from ${traces} where created_at < ${cutoff}`,
    remove: deleteById(traces),
  },
]
