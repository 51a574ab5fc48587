import { LRUCache } from 'lru-cache'
import type { RedisGateway } from '#gateways/redis.ts'

/** Counts and starts the window with the first count, in one step: a counter without an end would lock somebody out for ever. */
const COUNT = `
local count = redis.call('incr', KEYS[1])
if count == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return count`

/** Takes one count back, if there is one to take. */
const REFUND = `
if tonumber(redis.call('get', KEYS[1]) or '0') > 0 then return redis.call('decr', KEYS[1]) end
return 0`

interface LimitOptions {
  name: string
  max: number
  windowMs: number
  /** The clock of this process's own count; tests turn it. */
  now?: () => number
}

export interface AttemptLimit {
  /** Counts one attempt; false when there were too many. */
  allows: (key: string) => Promise<boolean>
  /** Whether the next attempt would be too many, without counting one. */
  isReached: (key: string) => Promise<boolean>
  forget: (key: string) => Promise<void>
  /** Takes back one attempt that turned out to need no limit; the others stay counted. */
  refund: (key: string) => Promise<void>
}

/**
 * How often something may be tried, counted over all processes by Redis and in this process as well, and the higher
 * count holds: a Redis that is away, comes back or lost its memory forgives nothing. The count of this process holds the
 * last 20,000 keys and no more. What is forgotten is forgotten here and in Redis; another process may have its own count
 * until its window ends.
 */
export const createAttemptLimit = (redis: RedisGateway, { name, max, windowMs, now }: LimitOptions): AttemptLimit => {
  const own = new LRUCache<string, number>({
    max: 20_000,
    ttl: windowMs,
    noUpdateTTL: true,
    ...(now && { perf: { now }, ttlResolution: 0 }),
  })
  const shared = (key: string) => `limit:${name}:${key}`
  return {
    allows: async (key) => {
      const here = (own.get(key) ?? 0) + 1
      own.set(key, here)
      const everywhere = await redis.attempt((client) => client.eval(COUNT, 1, shared(key), windowMs))
      return Math.max(here, Number(everywhere ?? 0)) <= max
    },
    isReached: async (key) => {
      const everywhere = await redis.attempt((client) => client.get(shared(key)))
      return Math.max(own.get(key) ?? 0, Number(everywhere ?? 0)) >= max
    },
    forget: async (key) => {
      own.delete(key)
      await redis.attempt((client) => client.del(shared(key)))
    },
    refund: async (key) => {
      own.set(key, Math.max(0, (own.get(key) ?? 0) - 1))
      await redis.attempt((client) => client.eval(REFUND, 1, shared(key)))
    },
  }
}
