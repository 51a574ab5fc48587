import { sql } from 'drizzle-orm'
import { RETENTION_DAYS } from '@slipstream/contract/legal'
import { newsletterRecipients, newsletters } from '@slipstream/db/tables/newsletter'
import { anyKey, type RetentionRule } from '#lib/retention.ts'

/** Finished newsletters keep their counts. */
export const newsletterRetention: readonly RetentionRule[] = [
  {
    name: 'newsletter-recipients',
    what: 'Recipients of newsletters',
    fate: 'deleted; the newsletter keeps its totals',
    period: { days: RETENTION_DAYS.newsletterRecipients },
    tables: ['newsletter_recipients'],
    keyType: 'integer',
    batch: 1,
    due: (cutoff) => sql`
        select n.id as key, 'newsletter ' || n.id as example from ${newsletters} n
        where n.finished_at < ${cutoff} and n.counts is not null
          and exists (select from ${newsletterRecipients} r where r.newsletter_id = n.id)`,
    remove: async (tx, keys) => {
      await tx.execute(sql`delete from ${newsletterRecipients} where newsletter_id = ${anyKey(keys)}`)
    },
  },
]
