import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { runStoreCommand, startStore, type StoreProcess } from './store-process.ts'
import { store } from './store.ts'

/** Below the time one command is waited for: a server that went on asking would be slower with every answer. */
const ALLOWED_SLOWDOWN_MS = 60
/** What the one request that finds out may wait. A busy machine lets any single answer wait some time by itself. */
const ALLOWED_WAIT_MS = 1_000
const PATHS = ['/', '/about', '/api/team/members', '/api/team/categories', '/api/site/status', '/api/site/store']

let folder: string
let redis: ChildProcess
let server: StoreProcess

const redisPort = () => store.freePort(5)

const startRedis = () => {
  redis = spawn('redis-server', ['--port', String(redisPort()), '--bind', '127.0.0.1', '--save', '', '--dir', folder], {
    stdio: 'ignore',
  })
}

const readiness = async () => (await (await fetch(`${server.url}/readyz`)).json()) as { status: string }

/**
 * How long the middle and the slowest answer took, in ms, with nothing in the server's memory at the start of each
 * round. `strike` hits in the first round, when the server still believes that Redis is there.
 */
const timesOf = async (strike: () => void = () => {}) => {
  const times: number[] = []
  for (let round = 0; round < 4; round++) {
    await runStoreCommand(store.environment(), 'apps/server/src/bin/seed.ts', '--reset')
    if (round === 0) strike()
    for (const url of PATHS) {
      const began = performance.now()
      const response = await fetch(server.url + url)
      expect(response.status, url).toBe(200)
      await response.arrayBuffer()
      times.push(performance.now() - began)
    }
  }
  times.sort((one, other) => one - other)
  return { middle: times[times.length / 2] ?? 0, slowest: times.at(-1) ?? 0 }
}

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'slipstream-redis-'))
  startRedis()
  server = await startStore(
    { ...store.environment(), REDIS_URL: `redis://127.0.0.1:${redisPort()}` },
    store.freePort(2),
  )
  await expect.poll(async () => (await readiness()).status).toBe('ready')
})

test.afterAll(async () => {
  await server.stop()
  redis.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('without Redis, or with one that hangs, every page and call answers, hardly slower, and it recovers by itself', async () => {
  test.setTimeout(90_000)
  await timesOf()
  const usual = await timesOf()

  const stopped = await timesOf(() => redis.kill('SIGKILL'))
  expect((await readiness()).status).toBe('degraded')

  startRedis()
  await expect.poll(async () => (await readiness()).status, { timeout: 10_000 }).toBe('ready')

  const frozen = await timesOf(() => redis.kill('SIGSTOP'))
  expect((await readiness()).status).toBe('degraded')

  redis.kill('SIGCONT')
  await expect.poll(async () => (await readiness()).status, { timeout: 10_000 }).toBe('ready')
  const back = await timesOf()

  console.log('answers in ms', { usual, stopped, frozen, back })
  for (const times of [stopped, frozen, back]) {
    expect(times.middle).toBeLessThan(usual.middle + ALLOWED_SLOWDOWN_MS)
    expect(times.slowest).toBeLessThan(usual.slowest + ALLOWED_WAIT_MS)
  }
})
