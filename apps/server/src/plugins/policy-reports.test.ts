import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { App } from '#app.ts'
import { buildDetachedApp } from '#detached-app.ts'
import { freePort } from '#testing/free-port.ts'
import { collectLogLines } from '#testing/log-lines.ts'
import { createMetrics, type Metrics } from './metrics.ts'

let app: App
let address = ''
let metrics: Metrics
let log: ReturnType<typeof collectLogLines>
beforeEach(async () => {
  log = collectLogLines()
  metrics = createMetrics({ countDeadJobs: async () => 0, isRedisUp: () => true })
  app = await buildDetachedApp({ metrics, log: pino({ level: 'info' }, log.destination) })
  address = await app.listen({ host: '127.0.0.1', port: await freePort() })
})
afterEach(() => app.close())

const send = (body: string, contentType = 'application/csp-report') =>
  fetch(`${address}/api/csp-reports`, { method: 'POST', headers: { 'content-type': contentType }, body })

const reportOf = (directive: string) =>
  JSON.stringify({
    'csp-report': {
      'document-uri': 'https://store.example/?discord_success=true&token=secret-ticket',
      'blocked-uri': 'https://evil.example/x.js?key=secret-key',
      'effective-directive': directive,
      'script-sample': 'secret-sample',
    },
  })

/** The format of Reporting-Endpoints: batched and with other field names. */
const batchOf = (count: number, directive = 'script-src-elem') =>
  JSON.stringify(
    Array.from({ length: count }, () => ({
      type: 'csp-violation',
      age: 12,
      url: 'https://store.example/?token=secret-ticket',
      body: {
        documentURL: 'https://store.example/?token=secret-ticket',
        blockedURL: 'https://evil.example/x.js?key=secret-key',
        effectiveDirective: directive,
        sample: 'secret-sample',
      },
    })),
  )

const told = () => log.lines().filter(({ msg }) => /policy violation/.test(String(msg)))

test('a report is counted by its directive and logged without anything that could be secret', async () => {
  expect((await send(reportOf('script-src'))).status).toBe(204)
  expect(await metrics.registry.metrics()).toContain('slipstream_csp_reports_total{directive="script-src"} 1')
  expect(told()).toMatchObject([
    { directive: 'script-src', page: 'https://store.example/', blocked: 'https://evil.example/x.js' },
  ])
  expect(JSON.stringify(log.lines())).not.toContain('secret')
})

test('a batch of reports is counted one by one and logged as one line', async () => {
  expect((await send(batchOf(3, 'img-src'), 'application/reports+json')).status).toBe(204)
  expect(await metrics.registry.metrics()).toContain('slipstream_csp_reports_total{directive="img-src"} 3')
  expect(told()).toMatchObject([
    { directive: 'img-src', page: 'https://store.example/', blocked: 'https://evil.example/x.js' },
  ])
  expect(JSON.stringify(log.lines())).not.toContain('secret')
})

test('script elements and attributes count as scripts', async () => {
  await send(batchOf(1), 'application/reports+json')
  await send(reportOf('script-src-attr'))
  expect(await metrics.registry.metrics()).toContain('slipstream_csp_reports_total{directive="script-src"} 2')
})

test('only the first twenty reports of a batch count, and other kinds of reports are ignored', async () => {
  await send(batchOf(25, 'img-src'), 'application/reports+json')
  expect(await metrics.registry.metrics()).toContain('slipstream_csp_reports_total{directive="img-src"} 20')
  const others = JSON.stringify([{ type: 'deprecation', body: {} }, { type: 'csp-violation' }, 7])
  expect((await send(others, 'application/reports+json')).status).toBe(204)
  expect(await metrics.registry.metrics()).toContain('slipstream_csp_reports_total{directive="img-src"} 20')
})

test('a flood of reports with invented directives writes one log line, counts in one series and is rate limited', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 40; count++) statuses.push((await send(reportOf(`invented-${count}`))).status)
  expect(statuses.filter((status) => status === 204)).toHaveLength(30)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  expect(told()).toHaveLength(1)
  expect(await metrics.registry.metrics()).toContain('slipstream_csp_reports_total{directive="other"} 30')
})

test.each([
  ['JSON that is not a report', '{"a":1}', 204],
  ['malformed JSON', '{', 400],
  ['a report of 9 kB', JSON.stringify({ a: 'x'.repeat(9_000) }), 413],
  ['a batch of 33 kB', JSON.stringify(['x'.repeat(33_000)]), 413, 'application/reports+json'],
])('%s is not counted', async (_what, body, status, type = 'application/csp-report') => {
  expect((await send(body, type)).status).toBe(status)
  expect(await metrics.registry.metrics()).not.toContain('slipstream_csp_reports_total{')
})
