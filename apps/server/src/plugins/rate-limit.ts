import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { isInjection } from 'light-my-request'
import { addressBucket } from '#lib/address-bucket.ts'

/**
 * A limit per address against floods, far above what a household of open tabs needs. Counted per process, because a
 * Redis round trip per request would cost more than the responses it protects; limits that guard accounts are shared
 * and belong to their features.
 */
export const registerRateLimit = async (app: FastifyInstance, maxPerMinute: number) => {
  await app.register(rateLimit, {
    global: true,
    max: maxPerMinute,
    timeWindow: '1 minute',
    cache: 20_000,
    keyGenerator: (request) => addressBucket(request.ip),
    // The server's own requests while rendering a page.
    allowList: (request) => isInjection(request.raw),
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
}
