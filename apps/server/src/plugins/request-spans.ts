import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isInjection } from 'light-my-request'
import { currentSpan, type Span, type Telemetry } from '#lib/telemetry/current-span.ts'

/** One span per request, named by its route. Calls that a page makes to the API in this process are child spans. */
export const registerRequestSpans = (app: FastifyInstance, telemetry: Telemetry) => {
  const spans = new WeakMap<FastifyRequest, Span>()
  const goOnIn = (request: FastifyRequest, done: () => void) => {
    const span = spans.get(request)
    if (span) currentSpan.run(span, done)
    else done()
  }
  app.addHook('onRequest', (request, reply, done) => {
    const span = spanOf(request, telemetry)
    if (span) {
      spans.set(request, span)
      reply.raw.once('close', () => {
        // A stream whose reader disconnects has already been answered.
        if (!reply.raw.headersSent) span.fail({ name: 'aborted' })
        span.end()
      })
    }
    goOnIn(request, done)
  })
  // Log lines that follow, such as that of the response, carry the trace id.
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    span?.note({ 'http.response.status_code': reply.statusCode })
    if (reply.statusCode >= 500) span?.fail({ name: String(reply.statusCode) })
    span?.end()
    goOnIn(request, done)
  })
}

const spanOf = (request: FastifyRequest, telemetry: Telemetry): Span | null | undefined => {
  const { method } = request
  const route = request.routeOptions.url ?? 'none'
  const name = `${method} ${route}`
  const attributes = { 'http.request.method': method, 'http.route': route }
  if (isInjection(request.raw)) return currentSpan.getStore()?.begin(name, 'inner', attributes)
  const { traceparent } = request.headers
  return telemetry.begin({
    name,
    kind: 'server',
    attributes,
    cause: typeof traceparent === 'string' ? traceparent : undefined,
  })
}
