import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** A line per running worker, so that the jobs of one that was killed are given to another within seconds. */
export const workerHeartbeats = pgTable('worker_heartbeats', {
  workerId: text().primaryKey(),
  seenAt: instant().notNull().defaultNow(),
})
