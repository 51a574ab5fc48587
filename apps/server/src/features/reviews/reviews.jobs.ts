import { type Db, inTransaction } from '@slipstream/db/client'
import type { Storage } from '#gateways/storage.ts'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { remindOwners } from './remind-owners.service.ts'
import { removeUnusedPictures } from './review-pictures.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'reviews.remind': Record<string, never>
    'reviews.sweep': Record<string, never>
  }
}

type ReviewJob = 'reviews.remind' | 'reviews.sweep'

interface Parts {
  db: Db
  storage: Storage
  publicUrl: string
}

export const reviewJobs = (parts: Parts): JobHandlers<ReviewJob> => ({
  'reviews.remind': () => remindOwners(parts),
  'reviews.sweep': async () => {
    await inTransaction(parts.db, removeUnusedPictures)
  },
})

export const REVIEW_SCHEDULE: JobSchedule<ReviewJob> = {
  'reviews.remind': { cron: '11 10 * * *' },
  'reviews.sweep': { cron: '41 * * * *' },
}
