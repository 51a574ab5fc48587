import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { RedisGateway } from '#gateways/redis.ts'
import { atMost } from './cache/at-most.ts'

/** Increments and sets the expiry in one step: a counter without an expiry would lock a person out forever. */
const COUNT = `
local count = redis.call('incr', KEYS[1])
if count == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return count`

/** Takes back one attempt, never going below zero. */
const REFUND = `
if tonumber(redis.call('get', KEYS[1]) or '0') > 0 then return redis.call('decr', KEYS[1]) end
return 0`

interface LimitOptions {
  name: string
  max: number
  windowMs: number
  /** Clock of the local count; tests replace it. */
  now?: () => number
}

export interface AttemptLimit {
  /** Counts one attempt; false when the limit is exceeded. */
  allows: (key: string) => Promise<boolean>
  /** Whether the next attempt would exceed the limit. Counts nothing. */
  isReached: (key: string) => Promise<boolean>
  forget: (key: string) => Promise<void>
  /** Takes back one attempt that turned out not to need limiting. */
  refund: (key: string) => Promise<void>
}

/**
 * Limits attempts per key. Redis counts across processes and each process also counts locally; the higher count
 * applies, so a Redis outage or data loss does not reset a process's own count. The local count keeps the last 20,000
 * keys. Clearing a key clears it here and in Redis; other processes may keep their local count until its window ends.
 */
export const createAttemptLimit = (redis: RedisGateway, { name, max, windowMs, now }: LimitOptions): AttemptLimit => {
  const own = new LRUCache<string, number>({
    ...atMost(20_000),
    ttl: windowMs,
    noUpdateTTL: true,
    ...(now && { perf: { now }, ttlResolution: 0 }),
  })
  // Keys are addresses, names and whatever else people type. None of it is readable in Redis.
  const shared = (key: string) => `limit:${name}:${hash('sha256', key, 'base64url')}`
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
