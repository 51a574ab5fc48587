import { pino } from 'pino'
import { buildApp, type Services } from '#app.ts'
import { createMetrics } from '#plugins/metrics.ts'

/** The API with no service behind it but those given: for what holds for every answer, whatever it is about. */
export const buildDetachedApp = (services: Partial<Services> = {}) =>
  buildApp({
    log: pino({ level: 'silent' }),
    metrics: createMetrics({ countDeadJobs: async () => 0, isRedisUp: () => false }),
    settings: {},
    trustedProxies: [],
    requestsPerMinute: 1_000,
    ...services,
  } as unknown as Services)
