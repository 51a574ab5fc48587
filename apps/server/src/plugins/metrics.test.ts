import { beforeAll, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { inTransaction } from '@slipstream/db/client'
import { enqueue } from '#lib/jobs/jobs.ts'
import { freePort } from '#testing/free-port.ts'
import { openFileStore } from '#testing/test-store.ts'
import { createMetrics } from './metrics.ts'

const store = await openFileStore()
let address = ''
beforeAll(async () => {
  address = await store.app.listen({ host: '127.0.0.1', port: await freePort() })
})

const figures = () => store.services.metrics.registry.metrics()

test('responses are timed by route, so that no URL creates a series of its own', async () => {
  await fetch(`${address}/api/site/status?a=1`)
  await fetch(`${address}/api/site/status?a=2`)
  await fetch(`${address}/api/mods/12345`)
  await store.app.inject('/api/site/status')
  const text = await figures()
  expect(text).toContain('slipstream_http_seconds_count{method="GET",route="/api/site/status",status="200"} 2')
  expect(text).toContain('slipstream_http_seconds_count{method="GET",route="/api/mods/:id",status="404"} 1')
  expect(text).toMatch(
    /slipstream_http_seconds_bucket\{le="0\.25",method="GET",route="\/api\/site\/status",status="200"\} \d/,
  )
  expect(text).not.toContain('12345')
})

test('dead jobs are counted when metrics are read', async () => {
  expect(await figures()).toMatch(/^slipstream_dead_jobs 0$/m)
  await inTransaction(store.db, async (tx) => {
    await enqueue(tx, 'workers.forget', {}, { maxAttempts: 1 })
    await tx.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts`)
  })
  expect(await figures()).toMatch(/^slipstream_dead_jobs 1$/m)
})

test('a metric that fails does not affect the others', async () => {
  const { registry } = createMetrics({ countDeadJobs: () => Promise.reject(new Error('away')), isRedisUp: () => false })
  const text = await registry.metrics()
  expect(text).toMatch(/^slipstream_dead_jobs Nan$/im)
  expect(text).toMatch(/^slipstream_redis_up 0$/m)
  expect(text).toMatch(/^process_cpu_seconds_total /m)
})

test('cached and rendered pages are counted', async () => {
  store.services.metrics.htmlCache.inc({ result: 'hit' })
  const text = await figures()
  expect(text).toContain('# TYPE slipstream_html_cache_total counter')
  expect(text).toContain('slipstream_html_cache_total{result="hit"} 1')
})
