import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** One row per running worker, so that the jobs of a killed one go to another within seconds. */
export const workerHeartbeats = pgTable('worker_heartbeats', {
  workerId: text().primaryKey(),
  seenAt: instant().notNull().defaultNow(),
})
