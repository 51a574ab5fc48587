import { type Db, inTransaction } from '@slipstream/db/client'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { startNightlyCleanup } from './cleanup.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'cleanup.start': Record<string, never>
  }
}

export const cleanupJobs = ({ db }: { db: Db }): JobHandlers<'cleanup.start'> => ({
  'cleanup.start': () => inTransaction(db, startNightlyCleanup),
})

export const CLEANUP_SCHEDULE: JobSchedule<'cleanup.start'> = { 'cleanup.start': { cron: '7 2 * * *' } }
