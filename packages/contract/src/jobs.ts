import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, idParams } from './id.ts'
import { JOB_STATES } from './job-states.ts'
import { pageSize } from './number.ts'
import { pageOf } from './page.ts'
import { cursor } from './text.ts'

/** A job that has not succeeded yet. The queue deletes jobs that succeed. */
export const QueuedJob = z.object({
  id: Id,
  /** `outbox.send`, `payments.follow_event` … */
  name: z.string(),
  state: z.enum(JOB_STATES),
  attempts: z.int(),
  mostAttempts: z.int(),
  /** The error of the latest failed attempt; null if none has failed. */
  lastError: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  /** When it runs next, or was due to run. */
  runAt: z.iso.datetime(),
})
export type QueuedJob = z.output<typeof QueuedJob>

export const JobQuery = z.strictObject({
  state: z.optional(z.enum(JOB_STATES)),
  limit: pageSize(50, 100),
  after: cursor(),
})
export type JobQuery = z.output<typeof JobQuery>

export const jobsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/jobs',
    summary: 'List the jobs that have not succeeded yet, newest first, and how many failed for good',
    access: 'admin',
    query: JobQuery,
    response: z.extend(pageOf(QueuedJob), { dead: z.int() }),
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/admin/jobs/:id/retry',
    summary: 'Run a job again that used up its attempts',
    access: 'admin',
    needsProof: 'no: repeats what the store decided',
    params: idParams,
    response: QueuedJob,
    errors: ['job.not_dead'],
  }),
}
