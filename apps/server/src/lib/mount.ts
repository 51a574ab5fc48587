import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Access, AnyEndpoint, BodyOf, ParamsOf, QueryOf, ResponseOf } from '@slipstream/contract/endpoint'
import { ERRORS, ErrorBody } from '@slipstream/contract/errors'
import { DomainError } from './domain-error.ts'
import { sendEncoded } from './send-encoded.ts'
import type { PreparedAnswer } from './prepared-answer.ts'

export interface CurrentUser {
  id: number
  isAdmin: boolean
  isDeveloper: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    user: CurrentUser | null
  }
}

interface Call<E> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  user: E extends { access: 'public' } ? CurrentUser | null : CurrentUser
  request: FastifyRequest
}

/** Puts one contract endpoint on the server: address, access, validation, caching and serialisation come from it. */
export const mount = <const E extends AnyEndpoint>(
  app: FastifyInstance,
  api: E,
  handler: (call: Call<E>) => Promise<ResponseOf<E>>,
) => {
  app.route({
    ...routeOf(api),
    handler: (request) => {
      const { params, query, body, user } = request
      return handler({ params, query, body, user, request } as Call<E>)
    },
  })
}

/** The same for an answer that is kept ready in memory: no work per request, and 304 for who has it already. */
export const mountPrepared = <const E extends AnyEndpoint>(
  app: FastifyInstance,
  api: E,
  answer: () => PreparedAnswer | Promise<PreparedAnswer>,
) => {
  app.route({
    ...routeOf(api),
    // It brings its own compressed forms.
    compress: false,
    handler: (request, reply) => {
      const prepared = answer()
      if (prepared instanceof Promise) return prepared.then((ready) => sendPrepared(request, reply, ready))
      return sendPrepared(request, reply, prepared)
    },
  })
}

const sendPrepared = (request: FastifyRequest, reply: FastifyReply, { etag, encoded }: PreparedAnswer) => {
  reply.header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).header('vary', 'accept-encoding').send()
  return sendEncoded(request, reply.type('application/json; charset=utf-8'), encoded)
}

const routeOf = (api: AnyEndpoint) => ({
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
  onRequest: accessHook(api),
})

const accessHook = (api: AnyEndpoint) => {
  const cacheControl = cacheControlOf(api)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', cacheControl)
    // Before the body is read: a visitor who sends rubbish hears 401, not 400.
    requireAccess(api.access, request.user)
  }
}

const errorResponses = (api: AnyEndpoint) =>
  Object.fromEntries([...(api.errors ?? []), 'server.failed' as const].map((code) => [ERRORS[code][0], ErrorBody]))

const cacheControlOf = ({ cache }: AnyEndpoint) =>
  cache
    ? `public, max-age=${cache.maxAge}, s-maxage=${cache.sharedMaxAge}, stale-while-revalidate=${cache.staleWhileRevalidate}`
    : 'private, no-store'

const requireAccess = (access: Access, user: CurrentUser | null) => {
  if (access === 'public') return
  if (!user) throw new DomainError('auth.required')
  if (access === 'admin' && !user.isAdmin) throw new DomainError('auth.admin_required')
  if (access === 'developer' && !user.isDeveloper) throw new DomainError('auth.developer_required')
}
