import type { FastifyInstance } from 'fastify'

/**
 * The API accepts only JSON: another site could send a form or plain text in a visitor's name without a preflight.
 * Browsers name JSON as the content type of every call, even without a body.
 */
export const registerJsonBodies = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
}
