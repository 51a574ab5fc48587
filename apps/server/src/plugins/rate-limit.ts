import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { isInjection } from 'light-my-request'

/**
 * A ceiling per address against floods, far above what a household of open tabs needs. It is counted in each process,
 * because a round trip to Redis per request would cost more than the answers it protects; limits that guard accounts
 * are shared and belong to the features that need them.
 */
export const registerRateLimit = async (app: FastifyInstance, maxPerMinute: number) => {
  await app.register(rateLimit, {
    global: true,
    max: maxPerMinute,
    timeWindow: '1 minute',
    cache: 20_000,
    keyGenerator: (request) => addressBucket(request.ip),
    // The server asking itself while it renders a page.
    allowList: (request) => isInjection(request.raw),
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
}

/** One bucket per IPv4 address, and per /64 of IPv6, of which a single household owns all. */
export const addressBucket = (ip: string): string => {
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail = ''] = ip.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const groups = ip.includes('::')
    ? [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
    : left
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')
}
