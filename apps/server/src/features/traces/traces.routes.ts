import type { FastifyInstance } from 'fastify'
import { tracesApi } from '@slipstream/contract/traces'
import type { Db } from '@slipstream/db/client'
import type { Storage } from '#gateways/storage.ts'
import { mount } from '#lib/http/mount.ts'
import { listTraces, readTrace } from './read-traces.service.ts'
import { offerLeak, startTrace } from './start-trace.service.ts'

interface TraceRouteParts {
  db: Db
  storage: Storage
}

export const tracesRoutes = (app: FastifyInstance, { db, storage }: TraceRouteParts) => {
  mount(app, tracesApi.list, ({ query }) => listTraces(db, query.after))
  mount(app, tracesApi.read, ({ params }) => readTrace(db, params.id))
  mount(app, tracesApi.offer, ({ body }) => offerLeak(storage, body.sizeBytes))
  mount(app, tracesApi.start, ({ user, body }) => startTrace({ db, storage }, user.id, body))
}
