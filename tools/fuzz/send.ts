import { Agent, type IncomingHttpHeaders, request as httpRequest } from 'node:http'
import type { FuzzRequest } from './build-request.ts'

/** Longer than any answer may take, shorter than a run. */
const TIMEOUT_MS = 20_000
const KEPT_BYTES = 200_000

export interface FuzzAnswer {
  /** 0 when the connection was lost before an answer came. */
  status: number
  headers: IncomingHttpHeaders
  text: string
  milliseconds: number
}

/** Sends requests over keep-alive connections, each exactly as built. */
export const createSender = (storeUrl: string, lanes: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes * 2 })
  const { hostname, port } = new URL(storeUrl)

  const send = ({ method, url, headers, body, mayClose }: Omit<FuzzRequest, 'name'>): Promise<FuzzAnswer> =>
    new Promise((resolve) => {
      const began = performance.now()
      const end = (status: number, answered: IncomingHttpHeaders, text: string) =>
        resolve({ status, headers: answered, text, milliseconds: performance.now() - began })
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      // A connection that the server may close is not reused.
      const connection = mayClose ? { agent: false } : { agent }
      const options = {
        hostname,
        port,
        path: url,
        method,
        ...connection,
        timeout: TIMEOUT_MS,
        headers: { ...length, ...headers },
      }
      const sent = httpRequest(options, (answer) => {
        const chunks: Buffer[] = []
        let bytes = 0
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes <= KEPT_BYTES) chunks.push(chunk)
        })
        answer.on('end', () => end(answer.statusCode ?? 0, answer.headers, Buffer.concat(chunks).toString()))
        answer.on('error', (error) => end(0, {}, String(error)))
      })
      sent.on('timeout', () => sent.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)))
      sent.on('error', (error) => end(0, {}, String(error)))
      sent.end(body)
    })

  return { send, close: () => agent.destroy() }
}
export type Sender = ReturnType<typeof createSender>
