import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isInjection } from 'light-my-request'
import type { Logger } from 'pino'

/** Files are logged at debug level only: a page loads dozens of them, and Vite adds its own in development. */
const FILE = /^\/@|\.(js|mjs|ts|tsx|css|map|woff2|webp|svg|jpg|ico)$/

/** Ends a route whose address carries a secret. */
const SECRET = '/:token'

/** One line per response. Logs the route and path but never a query or token, which may be secret. */
export const registerAccessLog = (app: FastifyInstance, { log: storeLog }: { log: Logger }) => {
  // The fields are fixed and hold no secret, so redaction is skipped.
  const log = storeLog.child({}, { formatters: { log: (line) => line } })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const path = request.url.split('?', 1)[0] ?? ''
    const isQuiet = isAnsweredPoll(request, reply) || FILE.test(path) || isInjection(request.raw)
    const level = isQuiet ? 'debug' : 'info'
    if (log.isLevelEnabled(level)) {
      log[level](
        {
          reqId: request.id,
          method: request.method,
          path: route.endsWith(SECRET) ? route : path,
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

/** Every open tab and every monitor polls every few seconds. A poll that is refused is logged like any other call. */
const isAnsweredPoll = ({ routeOptions: { config } }: FastifyRequest, { statusCode }: FastifyReply) =>
  (config.api?.poll ?? config.poll ?? false) && statusCode < 400
