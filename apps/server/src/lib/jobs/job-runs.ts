import { eq, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Db, inTransaction } from '@slipstream/db/client'
import { jobRuns } from '@slipstream/db/tables/alerts'
import { expectationOf } from './job-expectation.ts'
import type { JobHandlers, JobName, JobSchedule } from './jobs.ts'

const scheduledJobs = (schedule: JobSchedule) =>
  Object.entries(schedule).flatMap(([name, entry]) => {
    const expected = expectationOf(entry)
    return expected ? { name: name as JobName, ...expected } : []
  })

/** Records the expected jobs from now on, so that a job that is new in this release does not count as late at once. */
export const noteScheduledJobs = async (db: Db, schedule: JobSchedule) => {
  const expected = scheduledJobs(schedule)
  if (expected.length === 0) return
  const names = expected.map(({ name }) => name)
  await inTransaction(db, async (tx) => {
    await tx
      .insert(jobRuns)
      .values(expected)
      .onConflictDoUpdate({
        target: jobRuns.name,
        set: { periodMs: sql`excluded.period_ms`, graceMs: sql`excluded.grace_ms` },
      })
    await tx.delete(jobRuns).where(notInArray(jobRuns.name, names))
  })
}

/** Wraps the handlers to record when a scheduled job succeeded or failed. */
export const notingRuns = (
  db: Db,
  { handlers, schedule }: { handlers: JobHandlers; schedule: JobSchedule },
  log: Pick<Logger, 'warn'>,
): JobHandlers => {
  const note = async (name: string, run: { succeededAt: SQL; durationMs: number } | { failedAt: SQL }) => {
    const write = () => inTransaction(db, (tx) => tx.update(jobRuns).set(run).where(eq(jobRuns.name, name)))
    // The work is done either way; at worst the job looks late.
    await write().catch((error: unknown) => log.warn({ err: error }, 'could not note the run of a job'))
  }
  const noting =
    (name: string, handle: JobHandlers[JobName]) =>
    async (...job: Parameters<typeof handle>) => {
      const start = performance.now()
      try {
        await (handle as (...job: unknown[]) => Promise<void>)(...job)
      } catch (error) {
        await note(name, { failedAt: sql`now()` })
        throw error
      }
      await note(name, { succeededAt: sql`now()`, durationMs: Math.round(performance.now() - start) })
    }
  const noted = scheduledJobs(schedule).map(({ name }) => [name, noting(name, handlers[name])] as const)
  return { ...handlers, ...(Object.fromEntries(noted) as Partial<JobHandlers>) }
}
