import type { FastifyInstance } from 'fastify'
import { isInjection } from 'light-my-request'

/** Asked every few seconds by every open tab: worth a line only when somebody is looking for one. */
const POLLS = new Set(['/api/site/status', '/healthz', '/readyz'])

/** One line per answer. It names the route and the path, never the query: addresses can carry secrets. */
export const registerAccessLog = (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const isQuiet = POLLS.has(route) || request.url.startsWith('/assets/') || isInjection(request.raw)
    request.log[isQuiet ? 'debug' : 'info'](
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
      },
      'answered',
    )
  })
}
