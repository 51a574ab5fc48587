import { type Db, inTransaction } from '@slipstream/db/client'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { applyDueSales } from '#features/catalogue/sale-price.service.ts'
import { queueShareImage } from '#features/pictures/share-image.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'mods.turn_sales': Record<string, never>
  }
}

export const salesJobs = ({ db }: { db: Db }): JobHandlers<'mods.turn_sales'> => ({
  'mods.turn_sales': () =>
    inTransaction(db, async (tx) => {
      for (const modId of await applyDueSales(tx)) await queueShareImage(tx, modId)
    }),
})

export const SALES_SCHEDULE: JobSchedule<'mods.turn_sales'> = { 'mods.turn_sales': { cron: '* * * * *' } }
