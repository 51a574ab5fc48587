import type { FastifyInstance } from 'fastify'
import { isInjection } from 'light-my-request'
import type { Logger } from 'pino'

/** Asked every few seconds by every open tab: worth a line only when somebody is looking for one. */
const POLLS = new Set(['/api/site/status', '/healthz'])
/** Of these only that nothing is new. */
const UNCHANGED = new Set(['/api/cart'])

/** A page draws dozens of them along, and Vite's own while developing. */
const FILE = /^\/@|\.(js|mjs|ts|tsx|css|map|woff2|webp|svg|jpg|ico)$/

/** One line per answer. It names the route and the path, never the query: addresses can carry secrets. */
export const registerAccessLog = (app: FastifyInstance, { log: storeLog }: { log: Logger }) => {
  // The fields are fixed and hold no secret: nothing to look for in every line.
  const log = storeLog.child({}, { formatters: { log: (line) => line } })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const path = request.url.split('?', 1)[0] ?? ''
    const isPoll = POLLS.has(route) || (reply.statusCode === 304 && UNCHANGED.has(route))
    const level = isPoll || FILE.test(path) || isInjection(request.raw) ? 'debug' : 'info'
    if (log.isLevelEnabled(level)) {
      log[level](
        {
          reqId: request.id,
          method: request.method,
          path,
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
