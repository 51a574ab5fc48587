import { sql } from 'drizzle-orm'
import { readRows, type Tx } from '@slipstream/db/client'
import { enqueue, type JobName, type Jobs } from './jobs.ts'

interface Options {
  jobKey: string
  /** Lower numbers run first. A waiting job with a lower number keeps it. */
  priority?: number
  /** Whether a job that waits for its next attempt should run now. */
  isUrgent?: boolean
}

/**
 * Queues a job unless it waits or runs already. `enqueue` with a key adds a second job while the first one runs. The
 * caller holds a lock on what the job is about, so that two callers cannot both add one. Returns whether the job is
 * already running.
 */
export const ensureJob = async <Name extends JobName>(
  tx: Tx,
  name: Name,
  payload: Jobs[Name],
  { jobKey, priority = 0, isUrgent = false }: Options,
): Promise<{ isRunning: boolean }> => {
  const [job] = await readRows<{ id: string; isDead: boolean; isRunning: boolean }>(
    tx,
    sql`
    select id::text, attempts >= max_attempts as "isDead", locked_at is not null as "isRunning"
    from graphile_worker.jobs where key = ${jobKey}`,
  )
  if (job?.isRunning) return { isRunning: true }
  if (!job || job.isDead) await enqueue(tx, name, payload, { jobKey, priority })
  else {
    await tx.execute(sql`
      select from graphile_worker.reschedule_jobs(
        array(select id from graphile_worker.jobs
          where id = ${job.id}::bigint and locked_at is null and (${isUrgent} or priority > ${priority})),
        run_at => now(), priority => ${priority})`)
  }
  return { isRunning: false }
}
