import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { dropDatabase, withClient } from '@slipstream/db/testing/test-database'
import { newName } from './people.ts'
import { startStore, type StoreProcess } from './store-process.ts'
import { fromSomewhere, store } from './store.ts'

/** Below the time one command is waited for: a server that went on asking would be slower with every answer. */
const ALLOWED_SLOWDOWN_MS = 60
/** What the one request that finds out may wait. A busy machine lets any single answer wait some time by itself. */
const ALLOWED_WAIT_MS = 3_000
const CHANGED = '/api/team/categories'
/** Has limits, so that the server would ask Redis each time. */
const LIMITED = '/api/auth/forgot-password'
const PATHS = [CHANGED, '/', '/about', '/api/team/members', '/api/site/status', '/api/site/store', LIMITED]

const NAME = `e2e_without_redis_${process.pid}`
let database: string
let folder: string
let redis: ChildProcess
let server: StoreProcess
let changes = 0

const redisPort = () => store.freePort(5)

const startRedis = () => {
  redis = spawn('redis-server', ['--port', String(redisPort()), '--bind', '127.0.0.1', '--save', '', '--dir', folder], {
    stdio: 'ignore',
  })
}

const readiness = async () => (await (await fetch(`${server.privateUrl}/readyz`)).json()) as { status: string }

/** A change after which the server has nothing in memory. */
const changeEverything = (category: string) =>
  withClient(database, async (client) => {
    await client.query('update team_categories set name = $1', [category])
    await client.query(
      `select pg_notify('slipstream_changes', topic) from unnest(array['settings', 'team', 'mods']) topic`,
    )
  })

const strangersOrder = () => ({
  method: 'POST',
  headers: { ...fromSomewhere(), 'content-type': 'application/json' },
  body: JSON.stringify({ email: `${newName()}@nobody.example` }),
})

/** How long the answer takes, in ms, that has the text; until the server has heard of a change there are others. */
const answerTime = async (url: string, text: string): Promise<number> => {
  const began = performance.now()
  const response = await fetch(server.url + url, url === LIMITED ? strangersOrder() : {})
  expect(response.status, url).toBe(200)
  const hasText = (await response.text()).includes(text)
  return hasText ? performance.now() - began : answerTime(url, text)
}

/**
 * How long each path and call took at its best, and the slowest of all answers, in ms, with nothing in the server's
 * memory at the start of each round. `strike` hits in the first, when the server still believes that Redis is there.
 */
const timesOf = async (strike: () => void = () => {}) => {
  const best = new Map(PATHS.map((url) => [url, Infinity]))
  let slowest = 0
  for (let round = 0; round < 4; round++) {
    const category = `Changed ${++changes} times`
    await changeEverything(category)
    if (round === 0) strike()
    for (const url of PATHS) {
      const time = await answerTime(url, url === CHANGED ? category : '')
      best.set(url, Math.min(best.get(url)!, time))
      slowest = Math.max(slowest, time)
    }
  }
  return { best, slowest }
}

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'slipstream-redis-'))
  startRedis()
  database = await store.copyDemo(NAME)
  server = await startStore(
    { ...store.environment(), DATABASE_URL: database, REDIS_URL: `redis://127.0.0.1:${redisPort()}` },
    store.freePort(2),
  )
  await expect.poll(async () => (await readiness()).status).toBe('ready')
})

test.afterAll(async () => {
  await server.stop()
  await dropDatabase(store.environment().DATABASE_URL, NAME)
  redis.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('without Redis, or with one that hangs, every page and call answers, hardly slower, and it recovers by itself', async () => {
  const usual = await timesOf()

  const stopped = await timesOf(() => redis.kill('SIGKILL'))
  expect((await readiness()).status).toBe('degraded')

  startRedis()
  await expect.poll(async () => (await readiness()).status).toBe('ready')

  const frozen = await timesOf(() => redis.kill('SIGSTOP'))
  expect((await readiness()).status).toBe('degraded')

  redis.kill('SIGCONT')
  await expect.poll(async () => (await readiness()).status).toBe('ready')
  const back = await timesOf()

  console.log('answers in ms', { usual, stopped, frozen, back })
  for (const { best, slowest } of [stopped, frozen, back]) {
    for (const [url, time] of best) expect(time, url).toBeLessThan(usual.best.get(url)! + ALLOWED_SLOWDOWN_MS)
    expect(slowest).toBeLessThan(usual.slowest + ALLOWED_WAIT_MS)
  }
})
