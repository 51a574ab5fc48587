import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { JobQuery, QueuedJob } from '@slipstream/contract/jobs'
import type { JobState } from '@slipstream/contract/job-states'
import { type Db, readRows, type Tx } from '@slipstream/db/client'
import { recordChange } from '#features/audit/audit.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { countDeadJobs, retryDeadJob } from '#lib/jobs/jobs.ts'
import { keysOf, orderedBy, type PageOrder, type Place, readPage } from '#lib/lists/page-order.ts'

export interface JobParts {
  db: Db
  /** Removes secrets from the message of a failed attempt. */
  redact: (text: string) => string
}

const ORDER: PageOrder = { name: 'jobs', direction: 'desc', keys: [{ of: sql`id`, type: 'integer' }] }

const STATE = sql`case
  when locked_at is not null then 'running'
  when attempts >= max_attempts then 'dead'
  when run_at > now() then 'scheduled'
  else 'waiting' end`

interface Row {
  keys: Place
  id: number
  name: string
  state: JobState
  attempts: number
  mostAttempts: number
  lastError: string | null
  createdAt: string
  runAt: string
}

/** Omits payloads, because they contain addresses and texts of customers. */
const readJobs = (db: Db, where: SQL | undefined, size: number) =>
  readRows<Pick<Row, keyof Row>>(
    db,
    sql`
    select id::int as id, task_identifier as name, ${STATE} as state, attempts, max_attempts as "mostAttempts",
      last_error as "lastError", created_at as "createdAt", run_at as "runAt", ${keysOf(ORDER)} as keys
    from graphile_worker.jobs where ${where ?? sql`true`} order by ${orderedBy(ORDER)} limit ${size}`,
  )

export const listJobs = async ({ db, redact }: JobParts, { state, after, limit }: JobQuery) => {
  const wanted = state && eq(STATE, state)
  const page = await readPage(
    ORDER,
    { after, size: limit },
    (place, size) => readJobs(db, and(wanted, place), size),
    toJob(redact),
  )
  return { ...page, dead: await countDeadJobs(db) }
}

const toJob =
  (redact: JobParts['redact']) =>
  ({ id, name, state, attempts, mostAttempts, lastError, createdAt, runAt }: Row): QueuedJob => ({
    id,
    name,
    state,
    attempts,
    mostAttempts,
    lastError: lastError && redact(lastError),
    createdAt: new Date(createdAt).toISOString(),
    runAt: new Date(runAt).toISOString(),
  })

/** The job starts over with all its attempts. Handlers are idempotent, so a second success changes nothing. */
export const retryJob = async (tx: Tx, redact: JobParts['redact'], actorId: number, id: number) => {
  const [dead] = await readJobs(tx, and(eq(sql`id`, id), eq(STATE, 'dead')), 1)
  if (!dead || !(await retryDeadJob(tx, String(id)))) throw new DomainError('job.not_dead')
  await recordChange(tx, {
    actorId,
    action: 'retry',
    subject: 'job',
    subjectId: id,
    subjectName: dead.name,
    before: { attempts: dead.attempts },
    after: { attempts: 0 },
  })
  const [retried] = await readJobs(tx, eq(sql`id`, id), 1)
  if (!retried) throw new DomainError('job.not_dead')
  return toJob(redact)(retried)
}
