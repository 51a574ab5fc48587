import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** One row per running worker, so that the jobs of a killed one go to another within seconds. */
export const workerHeartbeats = pgTable('worker_heartbeats', {
  workerId: text().primaryKey(),
  startedAt: instant().notNull().defaultNow(),
  /** A worker that stops properly deletes its row, so an old value means that it was killed or hangs. */
  seenAt: instant().notNull().defaultNow(),
})
