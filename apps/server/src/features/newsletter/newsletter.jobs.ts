import { type Db, inTransaction } from '@slipstream/db/client'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { startDueNewsletters } from './newsletters.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'newsletter.start_due': Record<string, never>
  }
}

export const newsletterJobs = ({ db }: { db: Db }): JobHandlers<'newsletter.start_due'> => ({
  'newsletter.start_due': () => inTransaction(db, startDueNewsletters),
})

export const NEWSLETTER_SCHEDULE: JobSchedule<'newsletter.start_due'> = {
  'newsletter.start_due': { cron: '* * * * *' },
}
