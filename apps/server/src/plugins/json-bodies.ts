import type { FastifyInstance } from 'fastify'

/**
 * The API reads JSON and nothing else: a form or plain text is what a foreign page could send in a visitor's name without
 * asking first. The browser names JSON as the content type of every call, also of those without a body.
 */
export const registerJsonBodies = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
}
