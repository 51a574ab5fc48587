import type { LegalDocument } from '@slipstream/contract/legal-terms'
import { type Db, inTransaction } from '@slipstream/db/client'
import { announceChange } from '#lib/cache/change-bus.ts'
import type { JobHandlers } from '#lib/jobs/jobs.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'legal.take_effect': { document: LegalDocument; number: number }
  }
}

/**
 * Runs when a version takes effect. Every process switches texts by its own clock; this job drops the pages that were
 * rendered just before.
 */
export const legalJobs = ({ db }: { db: Db }): JobHandlers<'legal.take_effect'> => ({
  'legal.take_effect': () => inTransaction(db, (tx) => announceChange(tx, 'legal')),
})
