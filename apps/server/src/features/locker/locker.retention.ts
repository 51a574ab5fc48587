import { sql } from 'drizzle-orm'
import { RETENTION_YEARS } from '@slipstream/contract/legal'
import { downloads, releaseReports } from '@slipstream/db/tables/locker'
import { anyKey, deleteById, type RetentionRule } from '#lib/retention.ts'

const REPORT_KEY = sql`release_id || ' ' || game_version || ' ' || user_id`

export const lockerRetention: readonly RetentionRule[] = [
  {
    name: 'downloads',
    what: 'Downloads',
    fate: 'deleted; the mod stays in the locker',
    period: { years: RETENTION_YEARS.purchaseRecords },
    tables: ['downloads'],
    keyType: 'integer',
    due: (cutoff) => sql`
        select id as key, 'Download ' || id || ', version ' || version || ', ' || at::date as example
        from ${downloads} where at < ${cutoff}`,
    remove: deleteById(downloads),
  },
  {
    name: 'compatibility-reports',
    what: 'Compatibility reports of customers',
    fate: 'deleted',
    period: { years: RETENTION_YEARS.supportCommunications },
    tables: ['release_reports'],
    keyType: 'text',
    due: (cutoff) => sql`
        select ${REPORT_KEY} as key, 'Release ' || release_id || ', ' || report || ' with ' || game_version as example
        from ${releaseReports} where at < ${cutoff}`,
    remove: async (tx, keys) => {
      await tx.execute(sql`delete from ${releaseReports} where ${REPORT_KEY} = ${anyKey(keys, 'text')}`)
    },
  },
]
