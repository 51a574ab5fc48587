import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { inject } from 'vitest'
import { freePort } from './free-port.ts'

/** Selects a request to storage. */
export interface Watch {
  method: string
  /** Matches the path and query. */
  url: RegExp
  /** The first byte of the requested range. */
  from?: number
  /** Held before storage receives it, or after storage has processed it so that the response is lost. */
  when: 'before' | 'after'
}

const QUOTA_EXCEEDED = '<?xml version="1.0"?><Error><Code>QuotaExceeded</Code><Message>quota exceeded</Message></Error>'

/** A proxy in front of storage that can hold one request, or be full. */
export const openStorageProxy = async () => {
  const storage = new URL(inject('environment').S3_ENDPOINT ?? '')
  let full: RegExp | null = null
  let watched: (Watch & { onHeld: () => void }) | null = null

  const isMeant = ({ method, url = '', headers: { range = '' } }: IncomingMessage) => {
    if (!watched || method !== watched.method || !watched.url.test(url)) return null
    return watched.from === undefined || range.startsWith(`bytes=${watched.from}-`) ? watched : null
  }
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (full && incoming.method === 'PUT' && full.test(incoming.url ?? '')) {
      // As Ceph answers when a bucket's quota is used up.
      incoming
        .resume()
        .once('end', () => outgoing.writeHead(403, { 'content-type': 'application/xml' }).end(QUOTA_EXCEEDED))
      return
    }
    const meant = isMeant(incoming)
    if (meant?.when === 'before') return meant.onHeld()
    const { method, url, headers } = incoming
    const { hostname, port } = storage
    const further = request({ hostname, port, method, path: url, headers }, (answer) => {
      if (meant) {
        answer.resume().once('end', meant.onHeld)
        return
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    further.on('error', () => outgoing.destroy())
    // A killed process sends nothing more; requests in flight still arrive.
    outgoing.on('error', () => undefined)
    incoming.on('error', () => undefined)
    incoming.pipe(further)
  }

  const server = createServer(pass).listen(await freePort(), '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    /** Resolves when the request has arrived and is held forever. */
    hold: (watch: Watch) =>
      new Promise<void>((resolve) => {
        watched = {
          ...watch,
          onHeld: () => {
            watched = null
            resolve()
          },
        }
      }),
    /** From now on the storage has no space for objects whose address matches. */
    fill: (addresses: RegExp) => {
      full = addresses
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
