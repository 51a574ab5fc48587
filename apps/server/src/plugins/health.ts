import type { FastifyInstance } from 'fastify'

/** Liveness from memory, for a supervisor that decides about restarts. Public and as cheap as a 429. */
export const registerHealth = (app: FastifyInstance) => {
  app.get('/healthz', { schema: { hide: true }, config: { rateLimit: false, poll: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
}
