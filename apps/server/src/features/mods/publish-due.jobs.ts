import type { Db } from '@slipstream/db/client'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { publishDue } from './publish-due.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'mods.publish_due': Record<string, never>
  }
}

export const publishDueJobs = ({ db }: { db: Db }): JobHandlers<'mods.publish_due'> => ({
  'mods.publish_due': () => publishDue(db),
})

export const PUBLISH_DUE_SCHEDULE: JobSchedule<'mods.publish_due'> = { 'mods.publish_due': { cron: '* * * * *' } }
