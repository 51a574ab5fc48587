import { sql } from 'drizzle-orm'
import { runMigrations } from 'graphile-worker'
import { type Db, readRows, type Tx } from '@slipstream/db/client'

/** Payload of every job by name. A feature declares its own in <feature>.jobs.ts, beside their handlers. */
export interface Jobs {
  'workers.forget': Record<string, never>
}
export type JobName = keyof Jobs

export interface RunningJob {
  id: string
  queuedAt: Date
  /** After this one fails, the job waits for a person. */
  isLastAttempt: boolean
  /** Aborted when the worker shuts down. Long handlers stop then, and the job runs again later. */
  signal: AbortSignal
}

/** Jobs run at least once, so every handler checks the state first and is idempotent. */
export type JobHandlers<Name extends JobName = JobName> = {
  [N in Name]: (payload: Jobs[N], job: RunningJob) => Promise<void>
}

/**
 * Jobs of a lane share its slots and cannot take those of another: operations last for hours, long jobs for minutes, and
 * a person may be waiting for a mail.
 */
export type Lane = 'mail' | 'quick' | 'long' | 'operation'

/** Cron schedule of a job, and its time limit and lane where they differ from the default. */
export type JobSchedule<Name extends JobName = JobName> = {
  [N in Name]?: {
    /** UTC, in crontab order: minute, hour, day, month, weekday. */
    cron?: string
    timeoutMs?: number
    /** Without one, a job that may take longer than the default time limit is a long one. */
    lane?: Lane
  }
}

interface EnqueueOptions {
  /** A waiting job with this key is replaced instead of a second one being added. */
  jobKey?: string
  /** Of the jobs with the same name here, one runs at a time. */
  turn?: string
  /** Lower numbers run first. */
  priority?: number
  maxAttempts?: number
  /** Not before this time. */
  runAt?: Date
  /** A waiting job with the same key keeps its own time. */
  keepsTime?: boolean
}

const MOST_ATTEMPTS = 12

/** Queues a job in the transaction, so it exists only if that commits. */
export const enqueue = async <Name extends JobName>(
  tx: Tx,
  name: Name,
  payload: Jobs[Name],
  { jobKey, turn, priority = 0, maxAttempts = MOST_ATTEMPTS, runAt, keepsTime = false }: EnqueueOptions = {},
) => {
  await tx.execute(sql`
    select graphile_worker.add_job(${name}, payload => ${JSON.stringify(payload)}::json,
      job_key => ${jobKey ?? null}, queue_name => ${turn ?? null}, priority => ${priority}, max_attempts => ${maxAttempts},
      run_at => ${runAt?.toISOString() ?? null}::timestamptz,
      job_key_mode => ${keepsTime ? 'preserve_run_at' : 'replace'})`)
}

/** Queues many jobs of one kind in a single statement, each with its own key. */
export const enqueueAll = async <Name extends JobName>(
  tx: Tx,
  name: Name,
  jobs: readonly { jobKey: string; payload: Jobs[Name]; priority?: number; runAt?: Date }[],
) => {
  await tx.execute(sql`
    select from graphile_worker.add_jobs(array(
      select row(${name}, job -> 'payload', null, (job ->> 'runAt')::timestamptz, ${MOST_ATTEMPTS}, job ->> 'jobKey',
        coalesce((job ->> 'priority')::int, 0), null)::graphile_worker.job_spec
      from json_array_elements(${JSON.stringify(jobs)}::json) job))`)
}

export interface DeadJob {
  id: string
  name: string
  attempts: number
  lastError: string
  failedAt: Date
}

/** Jobs that used up their attempts. They stay until a person retries them. */
export const listDeadJobs = async (db: Db, limit = 50): Promise<DeadJob[]> => {
  const rows = await readRows<{
    id: string
    name: string
    attempts: number
    error: string | null
    at: string
  }>(
    db,
    sql`
    select id::text, task_identifier as name, attempts, last_error as error, updated_at as at
    from graphile_worker.jobs where attempts >= max_attempts and locked_at is null
    order by updated_at desc limit ${limit}`,
  )
  return rows.map(({ id, name, attempts, error, at }) => ({
    id,
    name,
    attempts,
    lastError: error ?? '',
    failedAt: new Date(at),
  }))
}

/** Jobs that used up their attempts and wait for a person. */
export const DEAD_JOBS = sql`graphile_worker.jobs where attempts >= max_attempts and locked_at is null`

export const countDeadJobs = async (db: Db): Promise<number> => {
  const rows = await readRows<{ count: number }>(db, sql`select count(*)::int as count from ${DEAD_JOBS}`)
  return rows[0]?.count ?? 0
}

export const retryDeadJob = async (tx: Tx, id: string): Promise<boolean> => {
  const { rows } = await tx.execute(sql`
    select id from graphile_worker.reschedule_jobs(
      (select array_agg(id) from graphile_worker.jobs where id = ${id}::bigint and attempts >= max_attempts),
      run_at => now(), attempts => 0)`)
  return rows.length > 0
}

/** Creates the queue's own tables, in the same database as ours. */
export const installQueue = async (connectionString: string) => {
  await runMigrations({ connectionString, preset: { worker: { schema: 'graphile_worker' } } })
}
