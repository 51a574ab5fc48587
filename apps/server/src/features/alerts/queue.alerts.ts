import { sql } from 'drizzle-orm'
import { MINUTE_MS } from '@slipstream/contract/durations'
import { type Db, readRows } from '@slipstream/db/client'
import { AFTER_MINUTES, AT_ONCE, type AlertCheck } from '#lib/alerts.ts'
import { DEAD_JOBS } from '#lib/jobs/jobs.ts'
import { SILENT_MS } from '#lib/jobs/worker-heartbeat.ts'
import { readCanaries } from './canaries.service.ts'
import { readJobRuns } from './job-runs.service.ts'

interface Parts {
  db: Db
  redact: (text: string) => string
}

/** Nobody reads a mail with more names than this. */
const MOST_NAMED = 10
const LONGEST_ERROR = 200
const JOB_CANARY_MS = 2 * MINUTE_MS
const EVENT_CANARY_MS = 3 * MINUTE_MS

export const queueAlerts = (parts: Parts): readonly AlertCheck[] => [
  {
    ...AT_ONCE,
    name: 'jobs.dead',
    title: 'Jobs failed for good',
    measures: 'No job has used up its attempts.',
    find: () => findDeadJobs(parts),
  },
  {
    ...AT_ONCE,
    name: 'jobs.late',
    title: 'A scheduled job is late',
    measures: 'Every scheduled job succeeded within its period and grace.',
    waitsInMaintenance: true,
    find: () => findLateJobs(parts),
  },
  {
    ...AT_ONCE,
    name: 'workers.silent',
    title: 'A worker is silent',
    measures: 'Every worker that did not stop properly has a successor that started after its last heartbeat.',
    waitsInMaintenance: true,
    find: () => findSilentWorkers(parts.db),
  },
  {
    ...AFTER_MINUTES,
    name: 'canary.job',
    title: 'Jobs wait too long',
    measures: 'The canary job, queued every minute, runs within 2 minutes.',
    find: async () => {
      const ageMs = await unseenFor(parts.db, 'job')
      if (ageMs < JOB_CANARY_MS) return []
      const problem = `A job queued ${minutes(ageMs)} ago has not run. The workers are busy, or the queue does not hand out jobs.`
      return [{ problem }]
    },
  },
  {
    ...AFTER_MINUTES,
    name: 'canary.event',
    title: 'Changes do not reach the servers',
    measures: 'The canary event, announced every minute, is heard by a server within 3 minutes.',
    waitsInMaintenance: true,
    find: async () => {
      const ageMs = await unseenFor(parts.db, 'event')
      if (ageMs < EVENT_CANARY_MS) return []
      const problem = `No server has heard a change announced ${minutes(ageMs)} ago. No server is running, or pages show old content.`
      return [{ problem }]
    },
  },
]

const minutes = (ms: number) => {
  const count = Math.floor(ms / MINUTE_MS)
  return count === 1 ? '1 minute' : `${count} minutes`
}

const unseenFor = async (db: Db, name: 'job' | 'event') => (await readCanaries(db))[name]?.unseenMs ?? 0

const findDeadJobs = async ({ db, redact }: Parts) => {
  const rows = await readRows<{ name: string; count: number; error: string | null }>(
    db,
    sql`
    select task_identifier as name, count(*)::int as count, (array_agg(last_error order by updated_at desc))[1] as error
    from ${DEAD_JOBS}
    group by task_identifier order by task_identifier limit ${MOST_NAMED}`,
  )
  return rows.map(({ name, count, error }) => ({
    subject: name,
    problem:
      `${count} ${name} ${count === 1 ? 'job' : 'jobs'} used up all attempts. ` +
      `The latest error: ${redact(error ?? 'unknown').slice(0, LONGEST_ERROR)}`,
  }))
}

const findLateJobs = async ({ db }: Parts) =>
  (await readJobRuns(db))
    .filter(({ isLate }) => isLate)
    .map(({ name, periodMs, succeededAt }) => ({
      subject: name,
      problem:
        `${name} should run every ${minutes(periodMs)}. ` +
        (succeededAt === null ? 'It has never succeeded.' : `It last succeeded at ${succeededAt.toISOString()}.`),
    }))

/** Silent workers without a successor. Old rows are deleted nightly, so a retired worker is not reported forever. */
const findSilentWorkers = async (db: Db) => {
  const rows = await readRows<{ worker: string; seen: string }>(
    db,
    sql`
    select worker_id as worker, to_char(seen_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as seen
    from worker_heartbeats silent
    where seen_at < now() - make_interval(secs => ${(2 * SILENT_MS) / 1_000}) and not exists (
      select from worker_heartbeats next
      where next.started_at > silent.seen_at and next.seen_at > now() - make_interval(secs => ${(2 * SILENT_MS) / 1_000}))
    order by worker_id limit ${MOST_NAMED}`,
  )
  return rows.map(({ worker, seen }) => ({
    subject: worker,
    problem: `A worker was last heard at ${seen} UTC and did not stop properly: it was killed, crashed or hangs. Others took its jobs.`,
  }))
}
