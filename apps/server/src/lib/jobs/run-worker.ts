import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger as QueueLogger, parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Database } from '@slipstream/db/client'
import type { JobHandlers, JobName, JobSchedule } from './jobs.ts'
import { withTimeout } from '../with-timeout.ts'
import { JOB_TIMEOUT_MS } from './job-expectation.ts'
import { noteScheduledJobs, notingRuns } from './job-runs.ts'
import { beat, HEARTBEAT_MS, releaseSilentWorkers, signOff } from './worker-heartbeat.ts'

const RESTART_MS = 1_000

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

  const options = {
    pgPool: database.pool,
    taskList: asTaskList(notingRuns(database.db, work, log), schedule),
    parsedCronItems: parseCronItems(cronItemsOf(schedule)),
    concurrency,
    noHandleSignals: true,
    // Otherwise a job whose end cannot be recorded would be an unhandled rejection, which ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    events,
    logger: new QueueLogger(() => (level, message) => log[level === 'warning' ? 'warn' : level](message)),
  }
  let runner = await run(options)
  let isStopping = false

  /**
   * The new run takes over the jobs of the ended one after some seconds, because that one no longer has a heartbeat.
   */
  const startAgain = async () => {
    const before = workerIds.splice(0)
    while (!isStopping) {
      try {
        runner = await run(options)
        await signOff(database.db, before).catch(() => undefined)
        return
      } catch (error) {
        log.warn({ err: error }, 'the queue cannot start yet')
        await sleep(RESTART_MS)
      }
    }
  }
  /**
   * The queue ends by itself if it cannot record the end of a job because the database is down, as during a failover.
   */
  const goOn = async () => {
    while (!isStopping) {
      await runner.promise.catch((error: unknown) => log.warn({ err: error }, 'the queue ended with an error'))
      if (isStopping) return
      log.error('the queue stopped by itself and is started again')
      await startAgain()
    }
  }

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
    /** Resolves when the worker has stopped. */
    finished: goOn(),
    stop: async () => {
      isStopping = true
      clearInterval(timer)
      await underway
      await runner.stop()
      // A worker that cannot sign off looks killed, which is reported but harmless.
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
