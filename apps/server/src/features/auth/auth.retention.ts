import { sql } from 'drizzle-orm'
import { RETENTION_DAYS } from '@slipstream/contract/legal'
import { signIns } from '@slipstream/db/tables/auth'
import { deleteById, type RetentionRule } from '#lib/retention.ts'

export const authRetention: readonly RetentionRule[] = [
  {
    // Sign-in attempts name people and IP addresses, so they are kept only as long as they help to investigate an
    // attack.
    name: 'sign-ins',
    what: 'Sign-in attempts',
    fate: 'deleted',
    period: { days: RETENTION_DAYS.signIns },
    tables: ['sign_ins'],
    keyType: 'integer',
    due: (cutoff) => sql`
        select id as key, method || ', ' || result || ', ' || at::date as example from ${signIns} where at < ${cutoff}`,
    remove: deleteById(signIns),
  },
]
