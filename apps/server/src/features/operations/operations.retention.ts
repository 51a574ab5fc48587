import { sql } from 'drizzle-orm'
import { RETENTION_DAYS } from '@slipstream/contract/legal'
import { operations } from '@slipstream/db/tables/operations'
import { deleteById, type RetentionRule } from '#lib/retention.ts'

export const operationsRetention: readonly RetentionRule[] = [
  {
    name: 'operations',
    what: 'Finished operations',
    fate: 'deleted; the audit log still says who started them',
    period: { days: RETENTION_DAYS.operations },
    tables: ['operations'],
    keyType: 'integer',
    due: (cutoff) => sql`
        select id as key, title || ', ' || finished_at::date as example from ${operations} where finished_at < ${cutoff}`,
    remove: deleteById(operations),
  },
]
