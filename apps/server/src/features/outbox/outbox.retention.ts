import { sql } from 'drizzle-orm'
import { RETENTION_DAYS } from '@slipstream/contract/legal'
import { outbox } from '@slipstream/db/tables/outbox'
import { deleteById, type RetentionRule } from '#lib/retention.ts'

export const outboxRetention: readonly RetentionRule[] = [
  {
    name: 'outbox',
    what: 'Sent, withdrawn and failed messages',
    fate: 'deleted; what they said is deleted when they are sent',
    period: { days: RETENTION_DAYS.messages },
    tables: ['outbox'],
    keyType: 'bigint',
    due: (cutoff) => sql`
        select id as key, kind || ', ' || settled_at::date as example from ${outbox} where settled_at < ${cutoff}`,
    remove: deleteById(outbox, 'bigint'),
  },
]
