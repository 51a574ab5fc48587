import { pino } from 'pino'
import { buildApp, type Services } from '#app.ts'
import type { Gate } from '#lib/http/gate.ts'
import { createMetrics } from '#plugins/metrics.ts'

/** Nobody is signed in, and nothing is closed. */
const OPEN_GATE: Gate = {
  identify: async () => null,
  noteUse: async () => {},
  forget: () => {},
  isInMaintenance: () => false,
  lacksSecondFactor: () => false,
  requireProof: () => {},
}

/**
 * The API with no services except those given. Mounting a route calls none of them, so this is enough to describe all
 * routes and to test what holds for every response.
 */
export const buildDetachedApp = (services: Partial<Services> = {}) =>
  buildApp({
    log: pino({ level: 'silent' }),
    metrics: createMetrics({ countDeadJobs: async () => 0, isRedisUp: () => false }),
    visits: { note: () => {}, timed: () => {} },
    settings: {},
    auth: { requests: OPEN_GATE, turnstileWidget: { siteKey: '', scriptUrl: '' } },
    trustedProxies: [],
    requestsPerMinute: 1_000,
    lateness: { isLate: () => false },
    hasApiDocs: true,
    ...services,
  } as unknown as Services)
