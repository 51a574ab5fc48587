import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger as QueueLogger, parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Database } from '@slipstream/db/client'
import type { JobHandlers, JobName, JobSchedule, Lane } from './jobs.ts'
import { withTimeout } from '../with-timeout.ts'
import { JOB_TIMEOUT_MS } from './job-expectation.ts'
import { noteScheduledJobs, notingRuns } from './job-runs.ts'
import { beat, HEARTBEAT_MS, releaseSilentWorkers, signOff } from './worker-heartbeat.ts'

const RESTART_MS = 1_000

interface Work {
  handlers: JobHandlers
  schedule: JobSchedule
}

/** How many jobs of each lane run at once. A lane full of long work leaves the slots of the others free. */
export const SLOTS: Record<Lane, number> = { mail: 2, quick: 3, long: 3, operation: 2 }
export const JOBS_AT_ONCE = Object.values(SLOTS).reduce((sum, slots) => sum + slots)
/** Each lane needs a connection to listen for jobs and one to fetch them, and all share one for the heartbeat. */
export const QUEUE_CONNECTIONS = 2 * Object.keys(SLOTS).length + 1

export const laneOf = ({ lane, timeoutMs = JOB_TIMEOUT_MS }: NonNullable<JobSchedule[JobName]> = {}): Lane =>
  lane ?? (timeoutMs > JOB_TIMEOUT_MS ? 'long' : 'quick')

export const runWorker = async (database: Database, work: Work, log: Logger) => {
  await noteScheduledJobs(database.db, work.schedule)
  const tasks = Object.entries(asTaskList(notingRuns(database.db, work, log), work.schedule))
  const workerId = `worker-${randomUUID()}`
  const lanes: Awaited<ReturnType<typeof runLane>>[] = []
  for (const lane of Object.keys(SLOTS) as Lane[]) {
    const own = tasks.filter(([name]) => laneOf(work.schedule[name as JobName]) === lane)
    if (own.length > 0) lanes.push(await runLane(database, { lane, tasks: Object.fromEntries(own), ...work }, log))
  }

  const pulse = async () => {
    const pools = lanes.flatMap((lane) => lane.pools)
    await beat(database.db, workerId, pools)
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
    finished: Promise.all(lanes.map(({ finished }) => finished)),
    stop: async () => {
      clearInterval(timer)
      await underway
      await Promise.all(lanes.map(({ stop }) => stop()))
      // A worker that cannot sign off looks killed, which is reported but harmless.
      await signOff(database.db, [workerId]).catch(() => undefined)
    },
  }
}

interface LaneWork {
  lane: Lane
  tasks: TaskList
  schedule: JobSchedule
}

const runLane = async (database: Database, { lane, tasks, schedule }: LaneWork, log: Logger) => {
  const events = new EventEmitter() as WorkerEvents
  const pools: string[] = []
  events.on('pool:create', ({ workerPool }) => pools.push(workerPool.id))
  events.on('job:failed', ({ job, error }) =>
    log.error({ err: error, job: job.id, task: job.task_identifier }, 'job failed permanently'),
  )

  const options = {
    pgPool: database.pool,
    taskList: tasks,
    // One lane keeps the time for all.
    parsedCronItems: parseCronItems(lane === 'quick' ? cronItemsOf(schedule) : []),
    concurrency: SLOTS[lane],
    noHandleSignals: true,
    // Otherwise a job whose end cannot be recorded would be an unhandled rejection, which ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    events,
    logger: new QueueLogger(() => (level, message) => log[level === 'warning' ? 'warn' : level](message)),
  }
  let runner = await run(options)
  let isStopping = false

  /** The new run takes over the jobs of the ended one after some seconds, because nobody names its pool anymore. */
  const startAgain = async () => {
    pools.length = 0
    while (!isStopping) {
      try {
        runner = await run(options)
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

  return {
    pools,
    finished: goOn(),
    stop: async () => {
      isStopping = true
      await runner.stop()
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
          handle(payload as never, {
            id: job.id,
            queuedAt: job.created_at,
            isLastAttempt: job.attempts >= job.max_attempts,
            signal: AbortSignal.any([abortSignal, timeout]),
          }),
        ),
    ]),
  )
