import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** One row per running worker, so that another worker takes over the jobs of a killed one within seconds. */
export const workerHeartbeats = pgTable('worker_heartbeats', {
  workerId: text().primaryKey(),
  /** The queue's names for it, one for each lane: what its jobs are locked by. */
  pools: text().array().notNull().default([]),
  startedAt: instant().notNull().defaultNow(),
  /** A worker that stops cleanly deletes its row, so an old value means that it was killed or hangs. */
  seenAt: instant().notNull().defaultNow(),
})
