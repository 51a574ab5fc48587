import { createServer, type Server } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openMailer } from '#gateways/mailer.ts'
import { openRedis } from '#gateways/redis.ts'
import { openStorage } from '#gateways/storage.ts'
import { buildDetachedApp } from '#detached-app.ts'
import { freePort } from '#testing/free-port.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'
import { openDatabaseCheck, shareReadiness } from './health.ts'
import { createPrivateServer } from './private-server.ts'

let store: TestStore
/** Accepts connections and never answers, like a host behind a broken switch. */
let silent: Server
let silentPort = 0
beforeAll(async () => {
  store = await openTestStore()
  silentPort = await freePort()
  silent = createServer().listen(silentPort, '127.0.0.1')
})
afterAll(async () => {
  silent.close()
  await store.close()
})

const checkOf = (url: string) => openDatabaseCheck({ url, onIdleError: () => {} })

/** Replaces the real Redis, which counts as down after 100 ms: a busy machine would exceed that. */
const REDIS_IS_UP = { isUp: () => true }

/** Calls the private port of a store with some services replaced. */
const ready = async (change: Partial<Parameters<typeof shareReadiness>[0]>, calls = 1) => {
  const { storage, mailer, metrics } = store.services
  const own = checkOf(store.config.databaseUrl)
  const readReadiness = shareReadiness({ checkDatabase: own.check, redis: REDIS_IS_UP, storage, mailer, ...change })
  const port = await freePort()
  const server = createPrivateServer({ registry: metrics.registry, readReadiness, isDraining: () => false })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const start = performance.now()
  const answers = await Promise.all(
    Array.from({ length: calls }, async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
      return { status: answer.status, body: await answer.json(), headers: answer.headers }
    }),
  )
  const ms = performance.now() - start
  server.close()
  await own.close()
  return { ...answers[0]!, answers, ms }
}

const ALL_UP = { postgres: 'up', redis: 'up', storage: 'up', mail: 'up' }

test('a store with all its dependencies is alive and ready', async () => {
  const alive = await store.app.inject('/healthz')
  expect(alive.statusCode).toBe(200)
  expect(alive.json()).toEqual({ status: 'ok' })
  expect(alive.headers['cache-control']).toBe('no-store')

  await vi.waitFor(async () => {
    const { status, body, headers } = await ready({ redis: store.services.redis })
    expect(status).toBe(200)
    expect(body).toEqual({ status: 'ready', parts: ALL_UP })
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

test.each(['/readyz', '/readyz/', '/READYZ', '//readyz', '/readyz?x=1', '/%72eadyz', '/metrics'])(
  'the public port does not serve %s',
  async (path) => {
    const answer = await store.app.inject(path)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'request.not_found' })
  },
)

test('300 callers within a second share one check of each dependency', async () => {
  let checks = 0
  const counted =
    <Args extends unknown[]>(check: (...args: Args) => Promise<unknown>) =>
    async (...args: Args) => {
      checks += 1
      await check(...args)
    }
  const own = checkOf(store.config.databaseUrl)
  const { storage, mailer } = store.services
  const { answers, ms } = await ready(
    {
      checkDatabase: counted(own.check),
      storage: { check: counted(storage.check) },
      mailer: { check: counted(mailer.check) },
    },
    300,
  )
  await own.close()
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  // One check of three dependencies per second, however long a busy machine takes for 300 answers.
  expect(checks).toBeLessThanOrEqual(3 * Math.ceil(ms / 1_000))
})

test('a store whose visitors hold every connection of the pool is still ready', async () => {
  const { pool } = store.services.database
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const isReady = async () => expect(await store.services.readReadiness()).toEqual({ status: 'ready', parts: ALL_UP })
  await vi.waitFor(isReady).finally(() => held.forEach((client) => client.release()))
})

test('without Redis the store is degraded and keeps its traffic', async () => {
  const redis = openRedis(`redis://127.0.0.1:${await freePort()}`, pino({ level: 'silent' }))
  const { status, body } = await ready({ redis })
  redis.close()
  expect(status).toBe(200)
  expect(body).toEqual({ status: 'degraded', parts: { ...ALL_UP, redis: 'down' } })
})

test('without mail the store is degraded and keeps its traffic', async () => {
  const mailer = openMailer({ url: `smtp://127.0.0.1:${await freePort()}`, from: 'store@slipstream.example' })
  const { status, body } = await ready({ mailer })
  mailer.close()
  expect(status).toBe(200)
  expect(body).toEqual({ status: 'degraded', parts: { ...ALL_UP, mail: 'down' } })
})

test('unresponsive storage is detected in time', async () => {
  const storage = openStorage({ ...store.config.storage, endpoint: `http://127.0.0.1:${silentPort}` })
  const { status, body, ms } = await ready({ storage })
  storage.close()
  expect(status).toBe(200)
  expect(body).toEqual({ status: 'degraded', parts: { ...ALL_UP, storage: 'down' } })
  expect(ms).toBeLessThan(1_900)
})

test.each([
  ['refuses connections', () => freePort()],
  ['accepts and never answers', async () => silentPort],
])('with a database that %s the store reports unavailable in time', async (_how, port) => {
  const away = checkOf(`postgres://nobody@127.0.0.1:${await port()}/nothing`)
  const { status, body, ms } = await ready({ checkDatabase: away.check })
  expect(status).toBe(503)
  expect(body).toEqual({ status: 'unavailable', parts: { ...ALL_UP, postgres: 'down' } })
  expect(ms).toBeLessThan(1_900)
  await away.close()
})

test('a process without its database is still alive', async () => {
  const app = await buildDetachedApp()
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  await app.close()
})
