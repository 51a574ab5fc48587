import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf, ResponseOf } from '@slipstream/contract/endpoint'
import { ERRORS, ErrorBody } from '@slipstream/contract/errors'
import { errorsOf } from '@slipstream/contract/shared-errors'
import { csvChunks, type CsvFile } from '../lists/csv.ts'
import type { CurrentUser } from '../current-user.ts'
import { DomainError } from '../domain-error.ts'
import type { EncodedBody } from './encoded-body.ts'
import { isOpenToAll, passGate } from './gate.ts'
import { sendEncoded } from './send-encoded.ts'
import type { PreparedAnswer } from '../cache/prepared-answer.ts'

interface Call<E> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Null for a public call: its response is the same for everyone. */
  user: E extends { access: 'public' } ? CurrentUser | null : CurrentUser
  request: FastifyRequest
  /** For cookies; the handler returns the body. */
  reply: FastifyReply
}

/** Decides for an endpoint that needs proof on a condition. */
type NeedsProofIf<E extends AnyEndpoint> = [Extract<E['needsProof'], `if: ${string}`>] extends [never]
  ? []
  : [isProofNeeded: (call: Call<E>) => boolean | Promise<boolean>]

/** Mounts one contract endpoint: path, access, validation, proof, caching and serialization come from it. */
export const mount = <const E extends AnyEndpoint>(
  app: FastifyInstance,
  api: E,
  handler: (call: Call<E>) => Promise<ResponseOf<E>>,
  ...[isProofNeeded]: NeedsProofIf<E>
) => {
  app.route({
    ...routeOf(app, api),
    handler: async (request, reply) => {
      const { params, query, body, user } = request
      const call = { params, query, body, user, request, reply } as Call<E>
      if (await isProofNeeded?.(call)) app.gate.requireProof(request)
      const answer = await handler(call)
      if (user && api.method !== 'GET') app.gate.forget(user.id)
      return answer
    },
  })
}

/** The same for a response prepared in memory: no work per request, and 304 for a client that already has it. */
export const mountPrepared = <const E extends AnyEndpoint>(
  app: FastifyInstance,
  api: E,
  answer: (call: Asked<E>) => PreparedAnswer | Promise<PreparedAnswer>,
) => {
  const understood = new LRUCache<string, Asked<E>>({ max: ADDRESSES })
  const respond = (request: FastifyRequest, reply: FastifyReply, call: Asked<E>) => {
    const prepared = answer(call)
    if (prepared instanceof Promise) return prepared.then((ready) => sendPrepared(request, reply, ready))
    return sendPrepared(request, reply, prepared)
  }
  app.route({
    ...routeOf(app, api),
    // A prepared response brings its own compressed forms.
    compress: false,
    preValidation: (request, reply, done) => {
      const call = understood.get(request.url)
      if (!call) return done()
      const sent = respond(request, reply, call)
      if (sent instanceof Promise) sent.catch(done)
    },
    handler: (request, reply) => {
      const call = { params: request.params, query: request.query } as Asked<E>
      understood.set(request.url, call)
      return respond(request, reply, call)
    },
  })
}

/** A private response and its version; without a body if the client already has this version. */
export interface VersionedAnswer {
  etag: string
  encoded: EncodedBody | null
}

/** The same for a private response that open pages poll, mostly to learn that nothing is new. */
export const mountVersioned = (
  app: FastifyInstance,
  api: AnyEndpoint,
  answer: (user: CurrentUser, knownEtag: string | undefined) => Promise<VersionedAnswer>,
) => {
  app.route({
    ...routeOf(app, api),
    // A versioned answer brings its own compressed forms.
    compress: false,
    handler: async (request, reply) =>
      sendVersioned(request, reply, await answer(request.user as CurrentUser, request.headers['if-none-match'])),
  })
}

/** The same for a CSV file, noted in the audit log and streamed while it is read. */
export const mountCsv = <const E extends AnyEndpoint>(
  app: FastifyInstance,
  api: E,
  file: (call: CsvCall<E>) => CsvFile,
) => {
  const route = routeOf(app, api)
  const response = { ...route.schema.response, 200: { content: { [CSV]: { schema: api.response } } } }
  app.route({
    ...route,
    schema: { ...route.schema, response },
    handler: async (request, reply) => {
      const { params, query, user } = request as typeof request & { user: CurrentUser }
      const sheet = file({ params, query, user } as CsvCall<E>)
      const lines = csvChunks(sheet)
      // Read before anything is sent, so that an immediate failure is an ordinary error response.
      const begin = await lines.next()
      await app.noteExport({ by: user, name: sheet.name, filters: Object.keys(query ?? {}) })
      reply.type(`${CSV}; charset=utf-8`).header('content-disposition', `attachment; filename="${sheet.name}"`)
      return reply.send(Readable.from(continued(begin, lines)))
    },
  })
}

/** The same for a PDF, which fits into memory. */
export const mountPdf = <const E extends AnyEndpoint>(
  app: FastifyInstance,
  api: E,
  file: (call: Call<E>) => Promise<{ name: string; bytes: Buffer }>,
) => {
  const route = routeOf(app, api)
  app.route({
    ...route,
    schema: {
      ...route.schema,
      response: { ...route.schema.response, 200: { content: { [PDF]: { schema: api.response } } } },
    },
    // The contents of a PDF are compressed already.
    compress: false,
    handler: async (request, reply) => {
      const { params, query, body, user } = request
      const { name, bytes } = await file({ params, query, body, user, request, reply } as Call<E>)
      reply.type(PDF).header('content-disposition', `attachment; filename="${name}"`)
      // Sent as it is: a serializer is for text.
      return reply.serializer((sent: Buffer) => sent as unknown as string).send(bytes)
    },
  })
}

interface StreamCall<E> extends Omit<Call<E>, 'reply'> {
  /** Sends the headers and hands over the response; null if the client has left meanwhile. */
  start: () => ServerResponse | null
}

/** The same for server-sent events: the response stays open, and the handler writes to it. */
export const mountStream = <const E extends AnyEndpoint>(
  app: FastifyInstance,
  api: E,
  open: (call: StreamCall<E>) => Promise<void>,
) => {
  const route = routeOf(app, api)
  app.route({
    ...route,
    schema: { ...route.schema, response: { ...route.schema.response, 200: eventsOf(api) } },
    // Compression would hold events back.
    compress: false,
    handler: async (request, reply) => {
      const start = () => {
        reply.hijack()
        if (request.raw.destroyed) return null
        return reply.raw.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...STREAM_HEADERS })
      }
      const { params, query, body, user } = request
      await open({ params, query, body, user, request, start } as StreamCall<E>)
      return reply
    },
  })
}

const EVENTS = 'text/event-stream'
const STREAM_HEADERS = {
  'content-type': EVENTS,
  'cache-control': 'no-cache, no-transform',
  // Tells nginx to pass every event on at once.
  'x-accel-buffering': 'no',
  // An ended stream must not keep its connection open, which would delay a stopping process.
  connection: 'close',
}
const eventsOf = ({ response }: AnyEndpoint) => ({ content: { [EVENTS]: { schema: response } } })

const CSV = 'text/csv'
const PDF = 'application/pdf'

async function* continued(begin: IteratorResult<string, unknown>, rest: AsyncIterable<string>) {
  if (!begin.done) yield begin.value
  yield* rest
}

/** Parsed queries cached per route: parsing one again costs more than answering. */
const ADDRESSES = 500

type Asked<E> = Pick<Call<E>, 'params' | 'query'>
type CsvCall<E> = Pick<Call<E>, 'params' | 'query' | 'user'>

const sendPrepared = (request: FastifyRequest, reply: FastifyReply, { etag, encoded }: PreparedAnswer) =>
  sendVersion(request, reply, etag, request.headers['if-none-match'] === etag ? null : encoded)

const sendVersioned = (request: FastifyRequest, reply: FastifyReply, { etag, encoded }: VersionedAnswer) =>
  sendVersion(request, reply.header('cache-control', 'private, no-cache'), etag, encoded)

const sendVersion = (request: FastifyRequest, reply: FastifyReply, etag: string, encoded: EncodedBody | null) => {
  reply.header('etag', etag)
  if (encoded === null) return reply.code(304).header('vary', 'accept-encoding').send()
  return sendEncoded(request, reply.type('application/json; charset=utf-8'), encoded)
}

/** No customer sends more than a few thousand characters. The staff's mod drafts are longer. */
export const CUSTOMER_BODY_BYTES = 65_536
const MAY_BE_ANYBODY = new Set<AnyEndpoint['access']>(['public', 'user'])

const routeOf = (app: FastifyInstance, api: AnyEndpoint) => ({
  method: api.method,
  url: api.path,
  schema: {
    summary: api.summary,
    tags: [api.path.split('/')[2] ?? 'api'],
    ...(api.access !== 'public' && { security: [{ bearer: [] }], description: `Needs: ${api.access}` }),
    ...(api.params && { params: api.params }),
    ...(api.query && { querystring: api.query }),
    ...(api.body && { body: api.body }),
    response: { 200: api.response, ...errorResponses(api) },
  },
  onRequest: accessHook(app, api),
  ...(MAY_BE_ANYBODY.has(api.access) && { bodyLimit: api.bodyBytes ?? CUSTOMER_BODY_BYTES }),
  // A GET has no body.
  ...(!api.body && api.method !== 'GET' && { preValidation: refuseBody }),
  // After validation: a wrong request is answered as one, and nobody proves their presence for nothing.
  ...(api.needsProof === true && { preHandler: proofHook(app) }),
  config: { api },
})

const proofHook =
  ({ gate }: FastifyInstance) =>
  async (request: FastifyRequest) => {
    gate.requireProof(request)
  }

/** A call that takes no body rejects any input, just as other calls reject unknown fields. */
const refuseBody = async ({ body }: FastifyRequest) => {
  if (body === undefined || body === null) return
  if (typeof body !== 'object' || Object.keys(body).length > 0) throw new DomainError('request.invalid')
}

const accessHook = (app: FastifyInstance, api: AnyEndpoint) => {
  const cacheControl = cacheControlOf(api)
  return (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Error) => void) => {
    reply.header('cache-control', cacheControl)
    if (isOpenToAll(app, api)) return done()
    let passing: void | Promise<void>
    try {
      passing = passGate(app, api, request)
    } catch (refusal) {
      return done(refusal as Error)
    }
    if (passing) passing.then(() => done(), done)
    else done()
  }
}

/** Lists the error codes of each status for the API document. */
const errorResponses = (api: AnyEndpoint) => {
  const codes = Map.groupBy(errorsOf(api), (code) => ERRORS[code][0])
  const content = { 'application/json': { schema: ErrorBody } }
  return Object.fromEntries([...codes].map(([status, same]) => [status, { description: same.join(', '), content }]))
}

const cacheControlOf = ({ cache }: AnyEndpoint) =>
  cache
    ? `public, max-age=${cache.maxAge}, s-maxage=${cache.sharedMaxAge}, stale-while-revalidate=${cache.staleWhileRevalidate}`
    : 'private, no-store'
