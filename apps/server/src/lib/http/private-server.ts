import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import type { ReadReadiness } from './health.ts'

interface Sources {
  registry: Registry
  readReadiness: ReadReadiness
  /** Whether this process is about to stop and should get no new requests. */
  isDraining: () => boolean
}

type Answer = (response: ServerResponse) => Promise<unknown>

/** For operators only: metrics and readiness, on a separate port. */
export const createPrivateServer = ({ registry, readReadiness, isDraining }: Sources): Server => {
  const answers: Record<string, Answer> = {
    '/metrics': async (response) => {
      const text = await registry.metrics()
      response.setHeader('content-type', registry.contentType).end(text)
    },
    '/readyz': async (response) => {
      const readiness = isDraining() ? { status: 'draining' } : await readReadiness()
      response
        .writeHead(['draining', 'unavailable'].includes(readiness.status) ? 503 : 200, {
          'content-type': 'application/json',
          'cache-control': 'no-store',
        })
        .end(JSON.stringify(readiness))
    },
  }
  return createServer({ requestTimeout: 10_000 }, (request: IncomingMessage, response: ServerResponse) => {
    const answer = answers[request.url?.split('?', 1)[0] ?? '']
    if (!answer) return void response.writeHead(404).end()
    answer(response).catch(() => response.writeHead(500).end())
  })
}
