import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { runStoreCommand, startStore, type StoreProcess } from './store-process.ts'
import { store } from './store.ts'

const ALLOWED_SLOWDOWN_MS = 300
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
 * The slowest answer to any of the paths, with nothing in the server's memory at the start of each round. `strike` hits
 * in the first round, when the server still believes that Redis is there.
 */
const slowest = async (strike: () => void = () => {}) => {
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
  return Math.max(...times)
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
  await slowest()
  const usual = await slowest()

  const stopped = await slowest(() => redis.kill('SIGKILL'))
  expect((await readiness()).status).toBe('degraded')

  startRedis()
  await expect.poll(async () => (await readiness()).status, { timeout: 10_000 }).toBe('ready')

  const frozen = await slowest(() => redis.kill('SIGSTOP'))
  expect((await readiness()).status).toBe('degraded')

  redis.kill('SIGCONT')
  await expect.poll(async () => (await readiness()).status, { timeout: 10_000 }).toBe('ready')
  const back = await slowest()

  const figures = { usual, stopped, frozen, back }
  test.info().annotations.push({ type: 'slowest answer, ms', description: JSON.stringify(figures) })
  console.log('slowest answer in ms', figures)
  expect(stopped).toBeLessThan(usual + ALLOWED_SLOWDOWN_MS)
  expect(frozen).toBeLessThan(usual + ALLOWED_SLOWDOWN_MS)
  expect(back).toBeLessThan(usual + ALLOWED_SLOWDOWN_MS)
})
