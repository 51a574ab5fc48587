import type { FastifyInstance } from 'fastify'
import { isInjection } from 'light-my-request'
import type { Logger } from 'pino'

/** Asked every few seconds by every open tab: worth a line only when somebody is looking for one. */
const POLLS = new Set(['/api/site/status', '/healthz', '/readyz'])

/** One line per answer. It names the route and the path, never the query: addresses can carry secrets. */
export const registerAccessLog = (app: FastifyInstance, { log: storeLog }: { log: Logger }) => {
  // The fields are fixed and hold no secret: nothing to look for in every line.
  const log = storeLog.child({}, { formatters: { log: (line) => line } })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const isQuiet = POLLS.has(route) || request.url.startsWith('/assets/') || isInjection(request.raw)
    const level = isQuiet ? 'debug' : 'info'
    if (log.isLevelEnabled(level)) {
      log[level](
        {
          reqId: request.id,
          method: request.method,
          path: request.url.split('?', 1)[0],
          route,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          ip: request.ip,
        },
        'answered',
      )
    }
    done()
  })
}
