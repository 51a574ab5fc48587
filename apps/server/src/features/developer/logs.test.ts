import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createLogger, tapped } from '#lib/logger.ts'
import { createLogFeed } from '#lib/log-stream.ts'
import { collectLogLines } from '#testing/log-lines.ts'
import { newCast } from '#testing/matrix-people.ts'
import { type OpenServer, openServer } from '#testing/open-server.ts'
import { type OwnRedis, prepareOwnRedis } from '#testing/own-redis.ts'
import { withToken } from '#testing/people.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'

const LOGS = '/api/admin/dev/logs?limit=200'

let store: TestStore
let own: OwnRedis
/** A process of the store with a real logger and the shared stream. */
let logging: OpenServer
let developer: ReturnType<typeof withToken>
const feed = createLogFeed('api')

beforeAll(async () => {
  store = await openTestStore()
  own = await prepareOwnRedis()
  await own.start()
  const log = createLogger({ logLevel: 'debug', nodeEnv: 'test' }, tapped(collectLogLines().destination, feed.push))
  logging = await openServer({ ...store.config, redisUrl: own.url }, {}, log)
  feed.connect(logging.services)
})
beforeEach(async () => {
  await store.empty()
  developer = withToken(logging.app, (await newCast(store)).tokens.developer)
  await vi.waitFor(() => expect(logging.services.redis.isUp()).toBe(true), 5_000)
})
afterAll(async () => {
  await feed.close()
  await logging.close()
  await own.close()
  await store.close()
})

const readLines = async () => {
  const answer = await developer('GET', LOGS)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ lines: string[] }>().lines
}
const untilLogged = (text: string) =>
  vi.waitFor(async () => expect((await readLines()).join('\n')).toContain(text), { timeout: 5_000 })

test('[CALL-04] [DEV-13] the log endpoint returns lines as an array of strings', async () => {
  logging.services.log.info('the store is open')
  await untilLogged('INFO api the store is open')
})

test('secrets planted in headers, bodies, URLs and errors never appear in the logs', async () => {
  const planted = {
    header: 'planted-header-4711',
    cookie: 'planted-cookie-4711',
    body: 'planted-body-4711',
    query: 'planted-query-4711',
    path: `planted0path${'x'.repeat(40)}`,
    error: 'planted-error-4711',
    url: 'planted-url-4711',
    email: 'planted.customer@mail.example',
    field: 'planted-field-4711',
  }
  const { app, services } = logging
  await app.inject({
    method: 'POST',
    url: `/api/auth/login?token=${planted.query}`,
    headers: { authorization: `Bearer ${planted.header}`, cookie: `session=${planted.cookie}` },
    payload: { username: 'mara', password: planted.body, email: planted.email },
  })
  await app.inject({ method: 'POST', url: '/api/auth/login', payload: `{"password":"${planted.body}"` })
  await app.inject(`/api/${planted.path}`)
  services.log.error({ err: new Error(`login failed: password=${planted.error} for ${planted.email}`) }, 'failed')
  services.log.warn({ password: planted.field, headers: { authorization: planted.header } }, 'odd request')
  services.log.warn(`smtp://store:${planted.url}@mail.example refused`)
  services.log.warn(`sent ${store.config.stripe.secretKey} and ${store.config.authSecrets[0]}`)
  services.log.info('the last line of this test')
  await untilLogged('the last line of this test')

  const shown = (await readLines()).join('\n')
  expect(shown).toContain('POST /api/auth/login')
  for (const [where, secret] of Object.entries(planted)) expect(shown, where).not.toContain(secret)
  for (const secret of [store.config.stripe.secretKey, ...store.config.authSecrets]) expect(shown).not.toContain(secret)
})

test('while Redis is down, the log endpoint answers an error instead of an empty list', async () => {
  await own.stop()
  try {
    await vi.waitFor(() => expect(logging.services.redis.isUp()).toBe(false), 5_000)
    const answer = await developer('GET', LOGS)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      503,
      { code: 'developer.logs_away', message: expect.stringContaining('Redis is down') },
    ])
  } finally {
    await own.start()
  }
})
