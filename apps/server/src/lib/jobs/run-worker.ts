import { EventEmitter } from 'node:events'
import { Logger as QueueLogger, parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Database } from '@slipstream/db/client'
import type { JobHandlers, JobName, JobSchedule } from './jobs.ts'
import { withTimeout } from '../with-timeout.ts'
import { JOB_TIMEOUT_MS } from './job-expectation.ts'
import { noteScheduledJobs, notingRuns } from './job-runs.ts'
import { beat, HEARTBEAT_MS, releaseSilentWorkers, signOff } from './worker-heartbeat.ts'

interface Work {
  handlers: JobHandlers
  schedule: JobSchedule
}

export const runWorker = async (database: Database, work: Work, log: Logger, concurrency = 4) => {
  const { schedule } = work
  await noteScheduledJobs(database.db, schedule)
  const events = new EventEmitter() as WorkerEvents
  const workerIds: string[] = []
  events.on('pool:create', ({ workerPool }) => workerIds.push(workerPool.id))
  events.on('job:failed', ({ job, error }) =>
    log.error({ err: error, job: job.id, task: job.task_identifier }, 'job failed permanently'),
  )

  const runner = await run({
    pgPool: database.pool,
    taskList: asTaskList(notingRuns(database.db, work, log), schedule),
    parsedCronItems: parseCronItems(cronItemsOf(schedule)),
    concurrency,
    noHandleSignals: true,
    events,
    logger: new QueueLogger(() => (level, message) => log[level === 'warning' ? 'warn' : level](message)),
  })

  const pulse = async () => {
    for (const id of workerIds) await beat(database.db, id)
    const silent = await releaseSilentWorkers(database.db)
    if (silent.length > 0) log.warn({ workers: silent }, 'released jobs of workers without a heartbeat')
  }
  let underway = Promise.resolve()
  const pulseOrWarn = () => {
    underway = pulse().catch((error: unknown) => log.warn({ err: error }, 'could not write the heartbeat'))
  }
  pulseOrWarn()
  const timer = setInterval(pulseOrWarn, HEARTBEAT_MS)

  return {
    /** Resolves when the worker has stopped, and rejects if it stopped because of an error. */
    finished: runner.promise,
    stop: async () => {
      clearInterval(timer)
      await underway
      await runner.stop()
      // A worker that cannot say goodbye looks killed, which is reported and harmless.
      await signOff(database.db, workerIds).catch(() => undefined)
    },
  }
}

const cronItemsOf = (schedule: JobSchedule) =>
  Object.entries(schedule).flatMap(([task, { cron }]) =>
    cron === undefined ? [] : { task, match: cron, options: { backfillPeriod: 0 } },
  )

/** A job that hangs would keep one of the worker's few slots, so it times out and is retried. */
export const asTaskList = (handlers: JobHandlers, schedule: JobSchedule): TaskList =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      (payload: unknown, { job, abortSignal }) =>
        withTimeout(schedule[name as JobName]?.timeoutMs ?? JOB_TIMEOUT_MS, name, (timeout) =>
          // The payload was typed when it was enqueued, by the same table of jobs.
          handle(payload as never, { id: job.id, signal: AbortSignal.any([abortSignal, timeout]) }),
        ),
    ]),
  )
