import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Attributes, Span } from '#lib/telemetry/current-span.ts'
import { registerRequestSpans } from './request-spans.ts'

const events: string[] = []
const spanOf = (name: string): Span => ({
  traceId: name,
  begin: (inner) => spanOf(inner),
  note: (attributes: Attributes) => void events.push(`note ${JSON.stringify(attributes)}`),
  fail: (error) => void events.push(`fail ${(error as { name: string }).name}`),
  end: () => void events.push(`end ${name}`),
})

const app = fastify()
const reached = Promise.withResolvers<unknown>()
beforeAll(async () => {
  registerRequestSpans(app, { begin: ({ name }) => spanOf(name), close: async () => {} })
  app.post('/slow', () => {
    reached.resolve(null)
    return new Promise<never>(() => {})
  })
  app.get('/stream', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200).write('first')
  })
  app.get('/quick', async () => 'done')
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => {
  app.server.closeAllConnections()
  return app.close()
})
beforeEach(() => void (events.length = 0))

const open = (method: string, path: string) =>
  request({ host: '127.0.0.1', port: (app.server.address() as AddressInfo).port, method, path })

test('the span of a request whose caller disconnects before the answer ends as aborted', async () => {
  const slow = open('POST', '/slow').on('error', () => {})
  slow.setHeader('content-type', 'application/json')
  slow.end('{}')
  await reached.promise
  slow.destroy()
  await vi.waitFor(() => expect(events).toEqual(['fail aborted', 'end POST /slow']))
})

test('the span of a stream whose reader disconnects is not a failure', async () => {
  const stream = open('GET', '/stream').on('error', () => {})
  stream.end()
  await once(stream, 'response')
  stream.destroy()
  await vi.waitFor(() => expect(events).toEqual(['end GET /stream']))
})

test('the span of an answered request records its status', async () => {
  const { port } = app.server.address() as AddressInfo
  await fetch(`http://127.0.0.1:${port}/quick`)
  await vi.waitFor(() =>
    expect(events.slice(0, 2)).toEqual(['note {"http.response.status_code":200}', 'end GET /quick']),
  )
})
