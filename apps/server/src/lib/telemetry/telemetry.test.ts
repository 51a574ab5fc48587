import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createMod } from '@slipstream/db/testing/catalogue-factories'
import { readRows } from '@slipstream/db/client'
import { createLogger } from '#lib/logger.ts'
import { buildDetachedApp } from '#detached-app.ts'
import type { JobHandlers } from '#lib/jobs/jobs.ts'
import { freePort } from '#testing/free-port.ts'
import { collectLogLines } from '#testing/log-lines.ts'
import { attributesOf, openOwnCollector, type OwnCollector } from '#testing/own-collector.ts'
import { newPerson } from '#testing/people.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'
import { runIn, type Span, type Telemetry } from './current-span.ts'
import { openTelemetry } from './telemetry.ts'
import { tracedJobs } from './traced-jobs.ts'
import { statementName } from './traced-queries.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const STRANGER = '0af7651916cd43dd8448eb211c80319c'
const FORCED = { traceparent: `00-${STRANGER}-b7ad6b7169203331-01` }
const ARRIVES = { timeout: 20_000 }
const QUIET = { warn: () => {} }

let collector: OwnCollector
let store: TestStore
let address: string

beforeAll(async () => {
  collector = await openOwnCollector()
  store = await openTestStore(
    {},
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=abc',
      OTEL_TRACES_SAMPLER_ARG: '1',
    },
  )
  address = await store.app.listen({ host: '127.0.0.1', port: await freePort() })
})
afterAll(async () => {
  await store.close()
  await collector.close()
})

const telemetry = () => store.services.telemetry as Telemetry
const beginTrace = (name: string) => telemetry().begin({ name, kind: 'inner', attributes: {} }) as Span

const configFor = (url: string, share: number) => ({
  ...store.config,
  telemetry: { url: `${url}/v1/traces`, headers: {}, share },
})

/** The second part arrives in an event of its own, long after the request began. */
async function* inTwoParts(text: string) {
  yield Buffer.from(text.slice(0, 3))
  await sleep(100)
  yield Buffer.from(text.slice(3))
}

test('a request is one trace with its route, status and statements, and nothing about the person', async () => {
  const person = await newPerson(store)
  const mod = await createMod(store.db)
  const answer = await fetch(`${address}/api/cart?reference=hunter2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${person.token}`, 'user-agent': 'hunter2' },
    body: inTwoParts(JSON.stringify({ modId: mod.id })),
    duplex: 'half',
  })
  expect(answer.status).toBe(200)

  const [request] = await vi.waitFor(() => {
    const found = collector.named('POST /api/cart')
    expect(found).toHaveLength(1)
    return found
  }, ARRIVES)
  expect(request && attributesOf(request)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/cart',
    'http.response.status_code': 200,
  })
  const below = collector.spans().filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(below.map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'insert cart_items', 'commit']))
  expect(new Set(below.map(({ traceId }) => traceId))).toEqual(new Set([request?.traceId]))
  for (const secret of ['hunter2', person.token, person.row.email, '127.0.0.1', '@']) {
    expect(collector.text()).not.toContain(secret)
  }
  expect(collector.collector.headers[0]).toContain('"x-key":"abc"')
})

test('each request that waits for a connection is traced with its own statements', async () => {
  const traces = Array.from({ length: 40 }, (_, number) => beginTrace(`busy ${number}`))
  await Promise.all(
    traces.map((span) =>
      runIn(span, async () => {
        await readRows(store.db, sql`select pg_sleep(0.01)`)
        await readRows(store.db, sql`select 1`)
      }),
    ),
  )
  await vi.waitFor(() => {
    for (const { traceId } of traces) {
      expect(collector.spans().filter((span) => span.traceId === traceId && span.name === 'select')).toHaveLength(2)
    }
  }, ARRIVES)
})

test('a call to another service is a span with its name and status, without its address', async () => {
  const { stripe, storage, mailer, discordWebhooks } = store.services
  const trace = beginTrace('calls')
  await runIn(trace, async () => {
    await stripe.check()
    await storage.hasPublic('hunter2.webp')
    await discordWebhooks.read({ id: '1', token: 'hunter2' })
    const letter = { to: 'buyer@mail.example', subject: 'hunter2', text: 'hunter2', html: 'hunter2' }
    await mailer.send({ ...letter, replyTo: 'staff@mail.example', messageId: `traced-${Date.now()}` })
  })
  const calls = await vi.waitFor(() => {
    const found = collector.spans().filter(({ traceId, name }) => traceId === trace.traceId && name !== 'calls')
    expect(found.map(({ name }) => name).sort()).toEqual(['GET discord', 'GET stripe', 'HEAD s3', 'send mail'])
    return found
  }, ARRIVES)
  expect(Object.fromEntries(calls.map((span) => [span.name, attributesOf(span)['http.response.status_code']]))).toEqual(
    {
      'GET stripe': 200,
      'HEAD s3': 404,
      'GET discord': 404,
      'send mail': undefined,
    },
  )
  expect(collector.text()).not.toMatch(/hunter2|buyer/)
})

test('a job is traced under its name, and its failure without the message', async () => {
  const handlers = {
    'outbox.send': async () => {
      await readRows(store.db, sql`select count(*) from users`)
      throw Object.assign(new Error('buyer@mail.example is unknown'), { code: 'EENVELOPE' })
    },
  } as unknown as JobHandlers
  const traced = tracedJobs(telemetry(), handlers) as unknown as Record<string, (...job: unknown[]) => Promise<void>>
  await expect(traced['outbox.send']?.({ id: 1 }, {})).rejects.toThrow('is unknown')
  const [job] = await vi.waitFor(() => {
    const found = collector.named('job outbox.send')
    expect(found).toHaveLength(1)
    return found
  }, ARRIVES)
  expect(job && attributesOf(job)).toEqual({ 'slipstream.job': 'outbox.send', 'error.type': 'EENVELOPE' })
  expect(collector.named('select users').map(({ parentSpanId }) => parentSpanId)).toContain(job?.spanId)
  expect(collector.text()).not.toContain('buyer')
  expect(tracedJobs(null, handlers)).toBe(handlers)
})

test('a caller can choose neither whether a request is traced nor its trace id', async () => {
  const own = await openOwnCollector()
  const never = await openTelemetry(configFor(own.url, 0), 'server', QUIET)
  expect(never?.begin({ name: 'forced', kind: 'server', attributes: {}, cause: FORCED.traceparent })).toBeNull()
  await never?.close()
  expect(own.spans()).toEqual([])
  await own.close()

  await fetch(`${address}/api/orders`, { headers: FORCED })
  await fetch(`${address}/api/orders`, { headers: { traceparent: '00-hunter2-01' } })
  const requests = await vi.waitFor(() => {
    const found = collector.named('GET /api/orders')
    expect(found).toHaveLength(2)
    return found
  }, ARRIVES)
  expect(requests.map(({ traceId }) => traceId)).not.toContain(STRANGER)
  expect(requests.flatMap(({ links = [] }) => links.map(({ traceId }) => traceId))).toEqual([STRANGER])
})

test('log lines name their trace', async () => {
  const log = collectLogLines()
  const config = { logLevel: 'info', nodeEnv: 'test', telemetry: store.config.telemetry } as const
  const app = await buildDetachedApp({ log: createLogger(config, log.destination), telemetry: telemetry() })
  const url = await app.listen({ host: '127.0.0.1', port: await freePort() })
  await fetch(`${url}/api/logged-nowhere`)
  await vi.waitFor(() => expect(log.lines()).toHaveLength(2))
  const { traceId } = log.lines()[1] as { traceId?: string }
  await vi.waitFor(() => expect(collector.named('GET /api/*').map((span) => span.traceId)).toContain(traceId), ARRIVES)
  await app.close()
})

test('a collector that hangs neither slows the store nor fills its memory', async () => {
  collector.collector.hangs = true
  const answers = await Promise.all(Array.from({ length: 100 }, () => fetch(`${address}/healthz`)))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  collector.release()

  const own = await openOwnCollector()
  own.collector.hangs = true
  const hanging = (await openTelemetry(configFor(own.url, 1), 'server', QUIET)) as Telemetry
  const start = performance.now()
  for (let number = 0; number < 50_000; number += 1) {
    hanging.begin({ name: 'piece', kind: 'server', attributes: { number } })?.end()
    if (number % 1_000 === 0) await new Promise(setImmediate)
  }
  expect((performance.now() - start) / 50_000, 'milliseconds per span').toBeLessThan(0.5)
  await vi.waitFor(() => expect(own.spans().length).toBeGreaterThan(0), ARRIVES)
  own.release()
  await hanging.close()
  expect(own.spans().length).toBeGreaterThan(512)
  expect(own.spans().length).toBeLessThanOrEqual(2_048 + 2 * 512)
  await own.close()
})

/** Traces everything, with a log of its own. */
const openLogged = async (url: string) => {
  const log = collectLogLines()
  const logger = createLogger({ logLevel: 'info', nodeEnv: 'test' }, log.destination)
  return { telemetry: await openTelemetry(configFor(url, 1), 'server', logger), log }
}

test('an unreachable collector is reported', async () => {
  const { telemetry: away, log } = await openLogged(`http://127.0.0.1:${await freePort()}`)
  away?.begin({ name: 'lost', kind: 'server', attributes: {} })?.end()
  const complaints = () => log.lines().filter(({ msg }) => msg === 'traces cannot be sent')
  await vi.waitFor(() => expect(complaints()).toHaveLength(1), ARRIVES)
  await away?.close()
})

test('closing waits at most two seconds for a collector that hangs', async () => {
  const own = await openOwnCollector()
  own.collector.hangs = true
  const { telemetry: hanging, log } = await openLogged(own.url)
  hanging?.begin({ name: 'last', kind: 'server', attributes: {} })?.end()
  await hanging?.close()
  const [line] = log.lines().filter(({ msg }) => msg === 'the last traces were not sent')
  expect(JSON.stringify(line)).toMatch(/The collector of traces .*2 s/)
  await own.close()
})

test('a collector that refuses everything is reported once a minute', async () => {
  const own = await openOwnCollector()
  own.collector.refuses = true
  const { telemetry: refused, log } = await openLogged(own.url)
  const complaints = () => log.lines().filter(({ msg }) => msg === 'traces cannot be sent')
  /** Two batches: the second is sent when the first one's refusal has arrived. */
  const refuseTwice = async () => {
    const before = own.collector.headers.length
    for (let batch = 1; batch <= 2; batch += 1) {
      refused?.begin({ name: 'refused', kind: 'server', attributes: {} })?.end()
      await vi.waitFor(() => expect(own.collector.headers.length).toBe(before + batch), ARRIVES)
    }
  }
  await refuseTwice()
  await refuseTwice()
  expect(complaints()).toHaveLength(1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  await refuseTwice()
  vi.useRealTimers()
  expect(complaints()).toHaveLength(2)
  await refused?.close()
  await own.close()
})

test.each([
  ['select "id" from "mods" where "slug" = $1', 'select mods'],
  ['insert into "cart_items" ("user_id") values ($1)', 'insert cart_items'],
  ['  UPDATE users SET name = $1', 'update users'],
  ['delete from only "carts"', 'delete carts'],
  ['with sold as (select * from orders) select * from sold', 'with orders'],
  ['select extract(epoch from now() - "at") from "job_runs"', 'select job_runs'],
  ['select 1 where a is distinct from b and exists (select from carts)', 'select carts'],
  ['begin', 'begin'],
  ['', 'statement'],
])('the statement %j is called %j', (text, name) => {
  expect(statementName(text)).toBe(name)
})
