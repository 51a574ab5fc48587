import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { ErrorBody, ErrorCode } from '@slipstream/contract/errors'
import { MAINTENANCE_RETRY_SECONDS } from '@slipstream/contract/maintenance'
import { errorsOf } from '@slipstream/contract/shared-errors'
import { DomainError } from '#lib/domain-error.ts'
import { isDatabaseUnavailable } from '#lib/database-unavailable.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const BAD_CONNECTION_MS = 2_000
const PARSER_STATUS: Record<string, [number, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
}

const RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, number>> = {
  'server.busy': 2,
  'site.maintenance': MAINTENANCE_RETRY_SECONDS,
}

type Thrown = Error & { statusCode?: number; code?: string }

interface ErrorHandlerOptions {
  /** Set by test apps only: a response with an undeclared error code then answers 500 and is reported here. */
  onUndeclaredError?: ((problem: string) => void) | undefined
}

export const registerErrorHandler = (app: FastifyInstance, { onUndeclaredError }: ErrorHandlerOptions = {}) => {
  // The contract uses zod's browser build, which has no error messages.
  z.config(z.locales.en())
  app.setErrorHandler((error: Thrown, request, reply) => {
    const problem = onUndeclaredError && undeclaredCode(request, toDomainError(error))
    if (!problem) return sendError(error, request, reply)
    onUndeclaredError(problem)
    return sendRefusal(request, reply, new DomainError('server.failed', { message: problem, cause: error }))
  })
}

const undeclaredCode = ({ routeOptions }: FastifyRequest, { code }: DomainError) => {
  const { api } = routeOptions.config
  if (!api || errorsOf(api).includes(code)) return null
  return `${api.method} ${api.path} answers ${code}, which the endpoint does not declare. Add it to its errors in the contract.`
}

const sendError = (error: Thrown, request: FastifyRequest, reply: FastifyReply) => {
  const refusal = toDomainError(error)
  logFailure(request, error, refusal)
  const issues = hasZodFastifySchemaValidationErrors(error)
    ? error.validation.map((issue) => ({ path: issue.instancePath, message: issue.message ?? '' }))
    : refusal.issues
  return sendRefusal(request, reply, refusal, { status: statusOf(error, refusal), issues })
}

/** A refusal that the store chose, such as a full queue, is no fault: floods would fill the log with stacks. */
const logFailure = (request: FastifyRequest, error: Thrown, { code, status }: DomainError) => {
  if (status < 500) return
  const isChosen = error instanceof DomainError && error.cause === undefined && code !== 'server.failed'
  if (isChosen) request.log.warn({ code }, 'request refused')
  else request.log.error({ err: error }, 'request failed')
}

interface RefusalDetails {
  status?: number
  issues?: ErrorBody['issues']
}

/** Sends an error response without logging it. */
export const sendRefusal = (
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: DomainError,
  { status = refusal.status, issues }: RefusalDetails = {},
) => {
  // An error is about this caller at this moment, so no cache may store it.
  reply.header('cache-control', 'private, no-store')
  const retryAfter = RETRY_AFTER_SECONDS[refusal.code]
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  const body: ErrorBody = { code: refusal.code, message: refusal.message, requestId: request.id }
  if (issues) body.issues = issues
  return reply.code(status).type(JSON_TYPE).serializer(JSON.stringify).send(body)
}

/** The router's own refusals, such as of a malformed URL: no hook runs for them. */
export const sendRouterError = (error: Thrown, request: FastifyRequest, reply: FastifyReply) => {
  void reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
  void sendError(error, request, reply)
}

/**
 * Node's parser rejects malformed requests before Fastify sees them, so the response is written to the socket, which
 * then closes.
 */
export const answerBadConnection = (error: NodeJS.ErrnoException, socket: Socket) => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, reason] = PARSER_STATUS[error.code ?? ''] ?? [400, 'Bad Request']
  const requestId = randomUUID()
  const { code, message } = new DomainError('request.invalid')
  const body = JSON.stringify({ code, message, requestId } satisfies ErrorBody)
  const headers = {
    ...SECURITY_HEADERS,
    'x-request-id': requestId,
    'cache-control': 'private, no-store',
    'content-type': JSON_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n${body}`)
  // The client may never read the response, so close the socket after a timeout.
  socket.setTimeout(BAD_CONNECTION_MS, () => socket.destroy())
}

const toDomainError = (error: Thrown) => {
  if (error instanceof DomainError) return error
  if (error.statusCode === 429) return new DomainError('request.too_many')
  if (isClientFault(error)) return new DomainError('request.invalid')
  if (isDatabaseUnavailable(error)) return new DomainError('server.busy')
  return new DomainError('server.failed')
}

/** Malformed JSON, an oversized body, a wrong content type: Fastify's own errors keep their status. */
const isClientFault = (error: Thrown) =>
  error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500

const statusOf = (error: Thrown, refusal: DomainError) =>
  refusal.code === 'request.invalid' ? (error.statusCode ?? refusal.status) : refusal.status
