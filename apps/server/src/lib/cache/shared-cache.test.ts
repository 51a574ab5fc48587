import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { openRedis, type RedisGateway } from '#gateways/redis.ts'
import { openTestDatabase, type TestDatabase } from '#testing/open-test-database.ts'
import { prepareOwnRedis, type OwnRedis } from '#testing/own-redis.ts'
import { announceChange, openChangeBus, type ChangeBus } from './change-bus.ts'
import { openSharedCache, type SharedCache } from './shared-cache.ts'

const log = pino({ level: 'silent' })

interface Process {
  cache: SharedCache
  redis: RedisGateway
  bus: ChangeBus
}

let database: TestDatabase
let own: OwnRedis
let direct: Redis
let open: Process[] = []
beforeAll(async () => {
  database = await openTestDatabase()
  own = await prepareOwnRedis()
  await own.start()
  direct = new Redis(own.url)
})
beforeEach(() => direct.flushdb())
afterEach(async () => {
  for (const { redis, bus } of open) {
    redis.close()
    await bus.close()
  }
  open = []
})
afterAll(async () => {
  direct.disconnect()
  await own.close()
  await database.close()
})

/** The cache of each process: its own memory, one Redis and one database for all. */
const startProcess = async (redisUrl = own.url): Promise<Process> => {
  const bus = await openChangeBus(database.url, log)
  const redis = openRedis(redisUrl, log)
  const started = { cache: openSharedCache(redis, bus, ['team']), redis, bus }
  open.push(started)
  if (redisUrl === own.url) await vi.waitFor(() => expect(redis.isUp()).toBe(true))
  return started
}

/** Resolves when these processes have received it. */
const announce = async (...processes: Process[]) => {
  const heard = processes.map(({ bus }) => new Promise<void>((resolve) => bus.onChange('team', () => resolve())))
  await inTransaction(database.db, (tx) => announceChange(tx, 'team'))
  await Promise.all(heard)
}

const ask = async ({ cache }: Process, load: () => Promise<string>) => (await cache.remember('team', 'list', load)).body
const loads = (body: string) => vi.fn(async () => body)
const gate = () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { load: vi.fn(() => promise), finish: resolve }
}
const copyInRedis = () => vi.waitFor(async () => expect(await direct.get('copy:team:list')).toContain('"'))

test('concurrent requests share one load, and later ones need none', async () => {
  const process = await startProcess()
  const { load, finish } = gate()
  const waiting = Array.from({ length: 50 }, () => ask(process, load))
  await vi.waitFor(() => expect(load).toHaveBeenCalled())
  finish('["once"]')
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['["once"]']))
  expect(await ask(process, load)).toBe('["once"]')
  expect(load).toHaveBeenCalledTimes(1)
})

test('a failed load fails all concurrent requests once, and the next one loads again', async () => {
  const process = await startProcess()
  const failing = vi.fn(() => Promise.reject(new Error('no database')))
  const both = await Promise.allSettled([ask(process, failing), ask(process, failing)])
  expect(both.map((result) => result.status)).toEqual(['rejected', 'rejected'])
  expect(failing).toHaveBeenCalledTimes(1)
  expect(await ask(process, loads('["well"]'))).toBe('["well"]')
})

test('a second process takes the answer from Redis, with the same ETag', async () => {
  const [first, second] = [await startProcess(), await startProcess()]
  const made = await first.cache.remember('team', 'list', loads('["made"]'))
  await copyInRedis()
  const load = loads('["made again"]')
  const { body, etag } = await second.cache.remember('team', 'list', load)
  expect({ body, etag }).toEqual({ body: '["made"]', etag: made.etag })
  expect(load).not.toHaveBeenCalled()
})

test('a change invalidates the copies in memory and in Redis', async () => {
  const first = await startProcess()
  await ask(first, loads('["old"]'))
  await copyInRedis()
  await announce(first)
  await vi.waitFor(async () => expect(await direct.get('epoch:team')).not.toBeNull())

  const late = await startProcess()
  expect(await ask(late, loads('["new"]'))).toBe('["new"]')
  expect(await ask(first, loads('["new"]'))).toBe('["new"]')
})

test('a slow load that began before a change is returned but cached nowhere', async () => {
  const process = await startProcess()
  const { load, finish } = gate()
  const slow = ask(process, load)
  await vi.waitFor(() => expect(load).toHaveBeenCalled())
  await announce(process)
  await vi.waitFor(async () => expect(await direct.get('epoch:team')).not.toBeNull())
  await ask(await startProcess(), loads('["new"]'))
  await copyInRedis()

  finish('["old"]')
  expect(await slow).toBe('["old"]')
  // The copy would be stored after the caller has its answer.
  await sleep(100)
  expect(await direct.get('copy:team:list')).toContain('["new"]')
  expect(await ask(process, loads('["new"]'))).toBe('["new"]')
})

test('a request after a change neither waits for nor gets a load that began before it', async () => {
  const process = await startProcess()
  const { load, finish } = gate()
  const slow = ask(process, load)
  await vi.waitFor(() => expect(load).toHaveBeenCalled())
  await announce(process)
  expect(await ask(process, loads('["new"]'))).toBe('["new"]')
  finish('["old"]')
  await slow
  expect(await ask(process, loads('["newer"]'))).toBe('["new"]')
})

test('a process that missed a change cannot put the old answer back for the others', async () => {
  const [quick, deaf] = [await startProcess(), await startProcess()]
  const { load, finish } = gate()
  const slow = ask(deaf, load)
  await vi.waitFor(() => expect(load).toHaveBeenCalled())
  const deafBackend = sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'slipstream-changes'
    order by backend_start desc limit 1`
  await database.db.execute(deafBackend)
  await announce(quick)
  await vi.waitFor(async () => expect(await direct.get('epoch:team')).toBe('1'))
  finish('["old"]')
  await slow
  expect(await ask(quick, loads('["new"]'))).toBe('["new"]')
  expect(await ask(await startProcess(), loads('["new"]'))).toBe('["new"]')

  // The process keeps the old answer only until it reconnects.
  await vi.waitFor(async () => expect(await ask(deaf, loads('["new"]'))).toBe('["new"]'), { timeout: 2_000 })
})

test('without Redis each process loads for itself and invalidates on a change', async () => {
  const process = await startProcess('redis://127.0.0.1:1')
  const load = loads('["one"]')
  await ask(process, load)
  expect(await ask(process, load)).toBe('["one"]')
  expect(load).toHaveBeenCalledTimes(1)
  await announce(process)
  expect(await ask(process, loads('["two"]'))).toBe('["two"]')
})

test('a change made while Redis was down is applied when it returns', async () => {
  const process = await startProcess()
  await ask(process, loads('["old"]'))
  await copyInRedis()

  own.freeze()
  await vi.waitFor(() => expect(process.redis.isUp()).toBe(false), { timeout: 2_000 })
  await announce(process)
  expect(await ask(process, loads('["new"]'))).toBe('["new"]')
  own.thaw()
  await vi.waitFor(async () => expect(await direct.get('epoch:team')).toBe('1'), { timeout: 3_000 })

  expect(await ask(await startProcess(), loads('["new"]'))).toBe('["new"]')
})

test('a copy from Redis expires when the original would have', async () => {
  const process = await startProcess()
  await direct.set('copy:team:list', `0 ${Date.now() - 59_000}\n["old"]`)
  expect(await ask(process, loads('["new"]'))).toBe('["old"]')
  await direct.del('copy:team:list')
  await vi.waitFor(async () => expect(await ask(process, loads('["new"]'))).toBe('["new"]'), { timeout: 5_000 })
})

test('one-off answers are cached in their process only and never evict the others', async () => {
  const process = await startProcess()
  const load = loads('["kept"]')
  await ask(process, load)
  const large = JSON.stringify('x'.repeat(1_000_000))
  for (let number = 0; number < 60; number++) {
    await process.cache.rememberPassing('team', `passing ${number}`, async () => large)
  }
  const again = loads(large)
  await process.cache.rememberPassing('team', 'passing 59', again)
  expect(again).not.toHaveBeenCalled()
  await process.cache.rememberPassing('team', 'passing 0', again)
  expect(again).toHaveBeenCalledTimes(1)

  expect(await ask(process, load)).toBe('["kept"]')
  expect(load).toHaveBeenCalledTimes(1)
  expect(await direct.keys('copy:team:passing*')).toEqual([])
})

test('one answer can be purged here and in Redis, and the others stay', async () => {
  const process = await startProcess()
  await ask(process, loads('["old"]'))
  await copyInRedis()
  const other = loads('["other"]')
  await process.cache.remember('team', 'other', other)
  await process.cache.purge('team', 'list')
  expect(await direct.exists('copy:team:list')).toBe(0)
  expect(await ask(process, loads('["new"]'))).toBe('["new"]')
  await process.cache.remember('team', 'other', other)
  expect(other).toHaveBeenCalledTimes(1)
})
