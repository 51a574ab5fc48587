import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '@slipstream/contract/durations'
import { invoicesApi } from '@slipstream/contract/invoices'
import type { Db } from '@slipstream/db/client'
import type { AuthParts } from '#features/auth/auth-parts.ts'
import type { RedisGateway } from '#gateways/redis.ts'
import { createAttemptLimit } from '#lib/attempt-limit.ts'
import { DomainError } from '#lib/domain-error.ts'
import { mountPdf } from '#lib/http/mount.ts'
import { drawPdf } from './invoice-pdf.ts'
import { readDocument } from './read-documents.service.ts'

/** Drawing a PDF takes 25 to 45 ms of CPU time, which all requests of a process share. */
const PER_MINUTE = 30

interface Parts {
  db: Db
  redis: RedisGateway
  auth: Pick<AuthParts, 'requests'>
}

export const invoicesRoutes = (app: FastifyInstance, { db, redis, auth }: Parts) => {
  const limit = createAttemptLimit(redis, { name: 'invoice-pdf', max: PER_MINUTE, windowMs: MINUTE_MS })
  const fileOf = async (request: FastifyRequest, number: string, ownerId?: number) => {
    const document = await readDocument(db, number, ownerId)
    const { id, createdAt } = auth.requests.signedIn(request).row
    // Not by the id alone, because an emptied or restored store reuses ids.
    if (!(await limit.allows(`${id}-${createdAt.getTime()}`))) throw new DomainError('request.too_many')
    return { name: `${document.number}.pdf`, bytes: await drawPdf(document) }
  }
  mountPdf(app, invoicesApi.pdf, ({ request, user, params }) => fileOf(request, params.number, user.id))
  mountPdf(app, invoicesApi.adminPdf, ({ request, params }) => fileOf(request, params.number))
}
