import type { FastifyInstance } from 'fastify'
import { tracesApi } from '@slipstream/contract/traces'
import type { Db } from '@slipstream/db/client'
import type { AuthParts } from '#features/auth/auth-parts.ts'
import { requireProof } from '#features/auth/prove.service.ts'
import type { Storage } from '#gateways/storage.ts'
import { mount } from '#lib/http/mount.ts'
import { listTraces, readTrace } from './read-traces.service.ts'
import { offerLeak, startTrace } from './start-trace.service.ts'

interface TraceRouteParts {
  db: Db
  storage: Storage
  auth: Pick<AuthParts, 'requests'>
}

export const tracesRoutes = (app: FastifyInstance, { db, storage, auth }: TraceRouteParts) => {
  mount(app, tracesApi.list, ({ query }) => listTraces(db, query.after))
  mount(app, tracesApi.read, ({ request, params }) => {
    requireProof(auth.requests.signedIn(request))
    return readTrace(db, params.id)
  })
  mount(app, tracesApi.offer, ({ request, body }) => {
    requireProof(auth.requests.signedIn(request))
    return offerLeak(storage, body.sizeBytes)
  })
  mount(app, tracesApi.start, ({ request, user, body }) => {
    requireProof(auth.requests.signedIn(request))
    return startTrace({ db, storage }, user.id, body)
  })
}
