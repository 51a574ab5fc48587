import type { FastifyInstance } from 'fastify'
import { jobsApi } from '@slipstream/contract/jobs'
import { inTransaction } from '@slipstream/db/client'
import { mount } from '#lib/http/mount.ts'
import { type JobParts, listJobs, retryJob } from './jobs.service.ts'

export const jobsRoutes = (app: FastifyInstance, parts: JobParts) => {
  const { db, redact } = parts
  mount(app, jobsApi.list, ({ query }) => listJobs(parts, query))
  mount(app, jobsApi.retry, ({ user, params }) => inTransaction(db, (tx) => retryJob(tx, redact, user.id, params.id)))
}
