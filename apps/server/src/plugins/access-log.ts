import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isInjection } from 'light-my-request'
import type { Logger } from 'pino'

/** A page draws dozens of them along, and Vite's own while developing. */
const FILE = /^\/@|\.(js|mjs|ts|tsx|css|map|woff2|webp|svg|jpg|ico)$/

/** One line per answer. It names the route and the path, never the query: addresses can carry secrets. */
export const registerAccessLog = (app: FastifyInstance, { log: storeLog }: { log: Logger }) => {
  // The fields are fixed and hold no secret: nothing to look for in every line.
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

/** Every open tab and every monitor asks again every few seconds. A poll that is refused is logged like any other call. */
const isAnsweredPoll = ({ routeOptions: { config } }: FastifyRequest, { statusCode }: FastifyReply) =>
  (config.api?.poll ?? config.poll ?? false) && statusCode < 400
