import type { FastifyInstance } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { ErrorBody } from '@slipstream/contract/errors'
import { DomainError } from '#lib/domain-error.ts'
import { isDatabaseAway } from '#lib/database-away.ts'

type Thrown = Error & { statusCode?: number; code?: string }

export const registerErrorHandler = (app: FastifyInstance) => {
  // The contract's zod is the small one for browsers, which knows no sentences for what is wrong with a field.
  z.config(z.locales.en())
  app.setErrorHandler((error: Thrown, request, reply) => {
    const refusal = toDomainError(error)
    if (refusal.status >= 500) request.log.error({ err: error }, 'request failed')
    // A refusal is about this caller at this moment: no cache may hand it to the next one.
    reply.header('cache-control', 'private, no-store')
    if (refusal.code === 'server.busy') reply.header('retry-after', '2')

    const body: ErrorBody = { code: refusal.code, message: refusal.message, requestId: request.id }
    if (refusal.issues) body.issues = refusal.issues
    if (hasZodFastifySchemaValidationErrors(error)) {
      body.issues = error.validation.map((issue) => ({ path: issue.instancePath, message: issue.message ?? '' }))
    }
    return reply
      .code(statusOf(error, refusal))
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(body)
  })
}

const toDomainError = (error: Thrown) => {
  if (error instanceof DomainError) return error
  if (error.statusCode === 429) return new DomainError('request.too_many')
  if (isClientFault(error)) return new DomainError('request.invalid')
  if (isDatabaseAway(error)) return new DomainError('server.busy')
  return new DomainError('server.failed')
}

/** Malformed JSON, a body too large, a wrong content type: Fastify's own refusals keep their status. */
const isClientFault = (error: Thrown) =>
  error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500

const statusOf = (error: Thrown, refusal: DomainError) =>
  refusal.code === 'request.invalid' ? (error.statusCode ?? refusal.status) : refusal.status
