import type { Server, Socket } from 'node:net'
import { addressBucket } from '../address-bucket.ts'
import { proxyCheck } from './trusted-proxies.ts'

/** A browser opens six connections, so this is more than thirty browsers behind one address. */
const MAX_PER_ADDRESS = 200
/** A connection costs about 20 kB, so 240 MB if every place is taken. Most are event streams, of which there may be 11,000. */
const MAX_CONNECTIONS = 12_000

/**
 * Time limits for a client, however it spreads its bytes. The longest body is a log of 1 MB; other files go to
 * storage directly. Reading a response has no limit, but a client that reads nothing for a minute is disconnected.
 */
export const CONNECTION_TIMES = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  /** How often Node checks for timeouts. */
  connectionsCheckingInterval: 2_000,
  idleTimeout: 60_000,
}

interface ConnectionLimits {
  trustedProxies: readonly string[]
  maxPerAddress?: number
  maxConnections?: number
}

/**
 * Limits open connections in total and per address. Proxies carry many visitors over one address and are not limited.
 */
export const limitConnections = (server: Server, limits: ConnectionLimits) => {
  const { trustedProxies, maxPerAddress = MAX_PER_ADDRESS, maxConnections = MAX_CONNECTIONS } = limits
  server.maxConnections = maxConnections
  const isProxy = proxyCheck(trustedProxies)
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isProxy(address)) return
    const bucket = addressBucket(address)
    const count = (open.get(bucket) ?? 0) + 1
    open.set(bucket, count)
    socket.once('close', () => {
      const left = (open.get(bucket) ?? 1) - 1
      if (left > 0) open.set(bucket, left)
      else open.delete(bucket)
    })
    if (count > maxPerAddress) socket.destroy()
  })
}
