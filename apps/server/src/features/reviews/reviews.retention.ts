import { sql } from 'drizzle-orm'
import { RETENTION_YEARS } from '@slipstream/contract/legal'
import { reviewReports } from '@slipstream/db/tables/reviews'
import { anyKey, type RetentionRule } from '#lib/retention.ts'

const REPORT_KEY = sql`user_id || ' ' || review_id`

export const reviewsRetention: readonly RetentionRule[] = [
  {
    name: 'review-reports',
    what: 'Reports about reviews',
    fate: 'deleted; the review stays',
    period: { years: RETENTION_YEARS.supportCommunications },
    tables: ['review_reports'],
    keyType: 'text',
    due: (cutoff) => sql`
        select ${REPORT_KEY} as key, 'Review ' || review_id || ', ' || reason || ', ' || created_at::date as example
        from ${reviewReports} where created_at < ${cutoff}`,
    remove: async (tx, keys) => {
      await tx.execute(sql`delete from ${reviewReports} where ${REPORT_KEY} = ${anyKey(keys, 'text')}`)
    },
  },
]
