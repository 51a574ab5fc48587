import type { FastifyInstance } from 'fastify'

/**
 * A browser hides the status of a redirect from the page that asked, unless the redirect leads nowhere. The developer's
 * probes want to see it, so they get no address. A shared cache must not keep such an answer.
 */
export const registerProbedRedirects = (app: FastifyInstance) => {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.headers['x-slipstream-probe'] !== undefined && reply.hasHeader('location')) {
      reply.removeHeader('location').header('cache-control', 'private, no-store')
    }
    done(null, payload)
  })
}
