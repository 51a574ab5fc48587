import type { Db } from '@slipstream/db/client'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { countVisits } from './count-visits.service.ts'
import { keepVisitMonths } from './visit-months.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'visits.count': Record<string, never>
    'visits.months': Record<string, never>
  }
}

type VisitJob = 'visits.count' | 'visits.months'

export const visitJobs = ({ db }: { db: Db }): JobHandlers<VisitJob> => ({
  'visits.count': async (_, { signal }) => {
    await countVisits(db, signal)
  },
  'visits.months': () => keepVisitMonths(db),
})

export const VISIT_SCHEDULE: JobSchedule<VisitJob> = {
  'visits.count': { cron: '* * * * *', timeoutMs: 300_000 },
  'visits.months': { cron: '23 2 * * *', timeoutMs: 300_000 },
}
