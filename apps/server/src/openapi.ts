import { pino } from 'pino'
import { buildApp, type Services } from '#app.ts'
import { createMetrics } from '#plugins/metrics.ts'

/** The API document of the mounted routes. Nothing is connected: mounting a route calls none of the services. */
export const openApiDocument = async (): Promise<string> => {
  const app = await buildApp({
    log: pino({ level: 'silent' }),
    metrics: createMetrics({ countDeadJobs: async () => 0, isRedisUp: () => false }),
    settings: {},
    auth: { requests: {}, turnstileWidget: { siteKey: '', scriptUrl: '' } },
    trustedProxies: [],
    requestsPerMinute: 1,
  } as unknown as Services)
  await app.ready()
  const document = JSON.stringify(app.swagger(), null, 2)
  await app.close()
  return `${document}\n`
}
