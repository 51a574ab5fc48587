import { inArray, sql } from 'drizzle-orm'
import { RETENTION_YEARS } from '@slipstream/contract/legal'
import { SETTLED_STATES } from '@slipstream/contract/stray-states'
import { strays } from '@slipstream/db/tables/payments'
import { deleteById, type RetentionRule } from '#lib/retention.ts'

export const reconciliationRetention: readonly RetentionRule[] = [
  {
    name: 'lost-sales',
    what: 'Decisions about sales that a restore had lost',
    fate: 'deleted; an adopted sale is an order like any other',
    period: { years: RETENTION_YEARS.purchaseRecords },
    tables: ['strays'],
    keyType: 'integer',
    due: (cutoff) => sql`
        select id as key, kind || ', ' || decided_at::date as example from ${strays}
        where ${inArray(strays.state, SETTLED_STATES)} and decided_at < ${cutoff}`,
    remove: deleteById(strays),
  },
]
