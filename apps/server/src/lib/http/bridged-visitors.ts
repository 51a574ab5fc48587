import type { FastifyInstance } from 'fastify'
import { isInjection } from 'light-my-request'
import { HOUR_MS } from '@slipstream/contract/durations'
import type { RedisGateway } from '#gateways/redis.ts'
import { proxyCheck } from './trusted-proxies.ts'

/** More than the owner's own checks from the same machine cause. */
const MANY = 300
const KEY = 'visitors:bridged'
const REMEMBERED_SECONDS = 86_400

type Redis = Pick<RedisGateway, 'attempt'>

interface Watched {
  redis: Redis
  isProxy: (address: string) => boolean
  now?: () => number
}

/**
 * Notices when visitors arrive with the address of a proxy of our own, as behind Docker's proxy for IPv6 or a CDN that
 * Caddy does not know: they then share one rate limit, and nobody would see why some are refused.
 */
export const watchBridgedVisitors = ({ redis, isProxy, now = () => performance.now() }: Watched) => {
  let since = now()
  let count = 0
  return (address: string) => {
    if (!isProxy(address)) return
    if (now() - since > HOUR_MS) {
      since = now()
      count = 0
    }
    count += 1
    if (count === MANY) void redis.attempt((client) => client.set(KEY, address, 'EX', REMEMBERED_SECONDS))
  }
}

interface Arrivals {
  redis: Redis
  trustedProxies: readonly string[]
}

/** Watches every request that came over the network. A store without a proxy has nothing to watch for. */
export const registerBridgedVisitors = (app: FastifyInstance, { redis, trustedProxies }: Arrivals) => {
  if (trustedProxies.length === 0) return
  const noteVisitor = watchBridgedVisitors({ redis, isProxy: proxyCheck(trustedProxies) })
  app.addHook('onRequest', ({ ip, raw }, _, done) => {
    if (!isInjection(raw)) noteVisitor(ip)
    done()
  })
}

/** The address that many visitors seemed to have within the last day, or null. */
export const readBridgedAddress = (redis: Redis) => redis.attempt((client) => client.get(KEY))
