import type { FastifyInstance } from 'fastify'
import { isInjection } from 'light-my-request'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  registry: Registry
  htmlCache: Counter<'result'>
  /** Reports the size of the page cache. */
  watchPageMemory: (bytes: () => number) => void
}

export interface MetricSources {
  countDeadJobs: () => Promise<number>
  isRedisUp: () => boolean
}

export const createMetrics = ({ countDeadJobs, isRedisUp }: MetricSources): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'slipstream_dead_jobs',
    help: 'Jobs that used up their attempts and wait for a person',
    registers: [registry],
    async collect() {
      this.set(await countDeadJobs().catch(() => Number.NaN))
    },
  })
  new Gauge({
    name: 'slipstream_redis_up',
    help: '1 while Redis answers',
    registers: [registry],
    collect() {
      this.set(isRedisUp() ? 1 : 0)
    },
  })
  const htmlCache = new Counter({
    name: 'slipstream_html_cache_total',
    help: 'Pages served from memory (hit), rendered (miss) or refused because the queue was full (refused)',
    labelNames: ['result'],
    registers: [registry],
  })
  const watchPageMemory = (bytes: () => number) => {
    new Gauge({
      name: 'slipstream_html_cache_bytes',
      help: 'Memory used by cached pages',
      registers: [registry],
      collect() {
        this.set(bytes())
      },
    })
  }
  return { registry, htmlCache, watchPageMemory }
}

interface Timing {
  metrics: Pick<Metrics, 'registry'>
  /** Keeps the times for the report on performance, across processes and restarts. */
  visits: { timed: (route: string, milliseconds: number, isFailure: boolean) => void }
}

/** Times every response by its route; the path would create a new series per mod. */
export const registerRequestTimes = (app: FastifyInstance, { metrics: { registry }, visits }: Timing) => {
  const times = new Histogram({
    name: 'slipstream_http_seconds',
    help: 'Time from request to response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  // Looking up a series by its labels costs more than counting in it.
  const series = new Map<string, { times: ReturnType<typeof times.labels>; name: string; isFailure: boolean }>()
  const seriesOf = (method: string, route: string, status: number) => {
    const key = `${method} ${status} ${route}`
    const known = series.get(key)
    if (known) return known
    const added = {
      times: times.labels({ method, route, status }),
      name: `${method} ${route}`,
      isFailure: status >= 500,
    }
    series.set(key, added)
    return added
  }
  app.addHook('onResponse', (request, reply, done) => {
    if (!isInjection(request.raw)) {
      const route = request.routeOptions.url ?? 'none'
      const { times: own, name, isFailure } = seriesOf(request.method, route, reply.statusCode)
      own.observe(reply.elapsedTime / 1_000)
      visits.timed(name, reply.elapsedTime, isFailure)
    }
    done()
  })
}
