import type { FastifyInstance } from 'fastify'
import { readReadiness } from '#lib/health.ts'

/** /healthz: this process lives. /readyz: what it stands on; 503 only when it cannot serve without it. */
export const registerHealth = (app: FastifyInstance, parts: Parameters<typeof readReadiness>[0]) => {
  const options = { schema: { hide: true }, config: { rateLimit: false } } as const
  app.get('/healthz', options, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  app.get('/readyz', options, async (_request, reply) => {
    const readiness = await readReadiness(parts)
    return reply
      .header('cache-control', 'no-store')
      .code(readiness.status === 'unavailable' ? 503 : 200)
      .send(readiness)
  })
}
