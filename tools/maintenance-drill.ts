/**
 * npm run maintenance-drill: closes and reopens two servers behind a caching nginx while visitors request pages. See
 * docs/performance.md. Needs npm run build and nginx.
 */
import { startCachingProxy } from './bench/caching-proxy.ts'
import { freePorts } from './bench/free-port.ts'
import { runDrill } from './bench/run-drill.ts'
import { openOwnPostgres } from './services/own-postgres.ts'

await runDrill('maintenance-drill', async (undo) => {
  const postgres = await openOwnPostgres('drill')
  undo(postgres.close)
  const [edge = 0, one = 0, oneMetrics = 0, other = 0, otherMetrics = 0] = await freePorts(5)
  const proxy = await startCachingProxy(edge, [one, other])
  undo(proxy.close)
  return {
    DATABASE_URL: postgres.url,
    PUBLIC_URL: proxy.address,
    PORT: String(one),
    METRICS_PORT: String(oneMetrics),
    OTHER_PORT: String(other),
    OTHER_METRICS_PORT: String(otherMetrics),
  }
})
