import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Value {
  stringValue?: string
  intValue?: number
}

/** A span as OTLP writes it in JSON. */
interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Value }[]
  links?: { traceId: string }[]
}

interface Export {
  resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[]
}

/**
 * A trace collector over HTTP. While `hangs` is true it accepts requests and does not answer; with `refuses` it answers
 * 400.
 */
export const openOwnCollector = async () => {
  const bodies: string[] = []
  const headers: string[] = []
  const waiting: ServerResponse[] = []
  const collector = { hangs: false, refuses: false, headers }
  const server = createServer((request, response) => {
    let body = ''
    headers.push(JSON.stringify(request.headers))
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part
    })
    request.on('end', () => {
      bodies.push(body)
      response.setHeader('content-type', 'application/json')
      if (collector.refuses) response.statusCode = 400
      if (collector.hangs) waiting.push(response)
      else response.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const spans = () =>
    bodies
      .flatMap((body) => (JSON.parse(body) as Export).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap((scope) => scope.spans)
  return {
    collector,
    url: `http://127.0.0.1:${port}`,
    text: () => bodies.join('\n'),
    spans,
    named: (name: string) => spans().filter((span) => span.name === name),
    /** Answers all waiting requests. */
    release: () => {
      collector.hangs = false
      for (const response of waiting.splice(0)) response.end('{}')
    },
    close: () => {
      server.closeAllConnections()
      return new Promise<unknown>((resolve) => server.close(resolve))
    },
  }
}

export type OwnCollector = Awaited<ReturnType<typeof openOwnCollector>>

export const attributesOf = ({ attributes }: SentSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))
