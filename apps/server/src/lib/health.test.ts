import { createServer, type Server } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '@slipstream/db/client'
import type { Services } from '#app.ts'
import { openMailer } from '#gateways/mailer.ts'
import { openRedis } from '#gateways/redis.ts'
import { openStorage } from '#gateways/storage.ts'
import { buildDetachedApp } from '#detached-app.ts'
import { freePort } from '#testing/free-port.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'

let store: TestStore
/** Takes connections and never says a word, as a machine behind a broken switch does. */
let silent: Server
let silentPort = 0
beforeAll(async () => {
  store = await openTestStore()
  silentPort = await freePort()
  silent = createServer().listen(silentPort, '127.0.0.1')
  while (!store.services.redis.isUp()) await new Promise((resolve) => setTimeout(resolve, 10))
})
afterAll(async () => {
  silent.close()
  await store.close()
})

const ready = async (change: Partial<Services>) => {
  const { db, redis, storage, mailer } = store.services
  const app = await buildDetachedApp({ db, redis, storage, mailer, ...change })
  const start = performance.now()
  const answer = await app.inject('/readyz')
  const ms = performance.now() - start
  await app.close()
  return { status: answer.statusCode, body: answer.json(), ms }
}

const ALL_UP = { postgres: 'up', redis: 'up', storage: 'up', mail: 'up' }

test('a store that has all it stands on is alive and ready', async () => {
  const alive = await store.app.inject('/healthz')
  expect(alive.statusCode).toBe(200)
  expect(alive.json()).toEqual({ status: 'ok' })
  expect(alive.headers['cache-control']).toBe('no-store')

  const answer = await store.app.inject('/readyz')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ status: 'ready', parts: ALL_UP })
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('without Redis the store sells on with less', async () => {
  const redis = openRedis(`redis://127.0.0.1:${await freePort()}`, pino({ level: 'silent' }))
  const { status, body } = await ready({ redis })
  redis.close()
  expect(status).toBe(200)
  expect(body).toEqual({ status: 'degraded', parts: { ...ALL_UP, redis: 'down' } })
})

test('without mail the store sells on with less', async () => {
  const mailer = openMailer({ url: `smtp://127.0.0.1:${await freePort()}`, from: 'store@slipstream.example' })
  const { status, body } = await ready({ mailer })
  mailer.close()
  expect(status).toBe(200)
  expect(body).toEqual({ status: 'degraded', parts: { ...ALL_UP, mail: 'down' } })
})

test('a storage that does not answer is found out in time', async () => {
  const storage = openStorage({ ...store.config.storage, endpoint: `http://127.0.0.1:${silentPort}` })
  const { status, body, ms } = await ready({ storage })
  storage.close()
  expect(status).toBe(200)
  expect(body).toEqual({ status: 'degraded', parts: { ...ALL_UP, storage: 'down' } })
  expect(ms).toBeLessThan(1_500)
})

test.each([
  ['refuses', () => freePort()],
  ['takes and never answers', async () => silentPort],
])('with a database that %s connections the store is unavailable, and says so in time', async (_how, port) => {
  const database = openDatabase({
    url: `postgres://nobody@127.0.0.1:${await port()}/nothing`,
    applicationName: 'slipstream-test',
    maxConnections: 1,
    onIdleError: () => {},
  })
  const { status, body, ms } = await ready({ db: database.db })
  expect(status).toBe(503)
  expect(body).toEqual({ status: 'unavailable', parts: { ...ALL_UP, postgres: 'down' } })
  expect(ms).toBeLessThan(1_500)
  await database.close()
})

test('a process whose database is gone is alive all the same', async () => {
  const app = await buildDetachedApp()
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  await app.close()
})
