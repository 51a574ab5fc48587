import type { Db } from '@slipstream/db/client'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { countSales } from './count-sales.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'analytics.count_sales': Record<string, never>
  }
}

export const analyticsJobs = ({ db }: { db: Db }): JobHandlers<'analytics.count_sales'> => ({
  'analytics.count_sales': async (_, { signal }) => {
    await countSales(db, signal)
  },
})

export const ANALYTICS_SCHEDULE: JobSchedule<'analytics.count_sales'> = {
  'analytics.count_sales': { cron: '* * * * *', timeoutMs: 300_000 },
}
