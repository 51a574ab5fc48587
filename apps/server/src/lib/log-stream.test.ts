import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openRedis, type RedisGateway } from '#gateways/redis.ts'
import { type OwnRedis, prepareOwnRedis } from '#testing/own-redis.ts'
import { createLogFeed, type LogFeed, readLogLines } from './log-stream.ts'

let own: OwnRedis
let redis: RedisGateway
let feeds: LogFeed[] = []
beforeAll(async () => {
  own = await prepareOwnRedis()
  await own.start()
  redis = openRedis(own.url, pino({ level: 'silent' }))
})
beforeEach(async () => {
  for (const feed of feeds) await feed.close()
  feeds = []
  await vi.waitFor(() => expect(redis.isUp()).toBe(true), 5_000)
  await redis.attempt((client) => client.flushall())
})
afterAll(async () => {
  for (const feed of feeds) await feed.close()
  redis.close()
  await own.close()
})

const redact = (text: string) => text.replaceAll('hunter2', '[hidden]')
const newFeed = (source: string) => {
  const feed = createLogFeed(source)
  feeds.push(feed)
  return feed
}
const line = (msg: string, at: number, more: object = {}) =>
  JSON.stringify({ level: 30, time: Date.UTC(2026, 10, 15, 7, 42, 0, at), pid: 1, msg, ...more })
const linesOf = async (limit = 200) => (await readLogLines(redis, limit)) ?? []
const until = (check: (lines: string[]) => void) => vi.waitFor(async () => check(await linesOf()), { timeout: 5_000 })

test('[DEV-08] lines of several processes form one list, newest first', async () => {
  const [api, worker] = [newFeed('api'), newFeed('worker')]
  for (const feed of [api, worker]) feed.connect({ redis, redact })
  api.push(line('the store is open', 1))
  worker.push(line('the worker is waiting for jobs', 3))
  api.push(
    line('answered', 2, { method: 'GET', path: '/api/mods', status: 200, ms: 4.1, ip: '10.0.0.7', reqId: 'r-1' }),
  )
  await until((lines) =>
    expect(lines).toEqual([
      '2026-11-15T07:42:00.003Z INFO worker the worker is waiting for jobs',
      '2026-11-15T07:42:00.002Z INFO http GET /api/mods 200 4.1 ms request=r-1',
      '2026-11-15T07:42:00.001Z INFO api the store is open',
    ]),
  )
  expect(await linesOf(1)).toHaveLength(1)
})

test('a line is redacted before it leaves the process, with its error and its fields', async () => {
  const feed = newFeed('api')
  feed.connect({ redis, redact })
  feed.push(line('failed', 1, { level: 50, task: 'hunter2', err: { type: 'MailError', message: 'no hunter2\nat x' } }))
  await until((lines) =>
    expect(lines).toEqual(['2026-11-15T07:42:00.001Z ERROR api failed task=[hidden] MailError: no [hidden] at x']),
  )
  const stored = await redis.attempt((client) => client.xrange('log:lines', '-', '+'))
  expect(JSON.stringify(stored)).not.toContain('hunter2')
})

test('a flood of log lines keeps the latest and counts the dropped ones', async () => {
  const feed = newFeed('api')
  for (let n = 0; n < 10_000; n++) feed.push(line(`line ${n}`, 1))
  feed.connect({ redis, redact })
  await until((lines) => expect(lines).toHaveLength(101))
  const lines = await linesOf()
  expect(lines.some((text) => text.endsWith('line 9999'))).toBe(true)
  expect(lines.some((text) => text.endsWith('9900 lines were left out because they arrived too fast'))).toBe(true)
})

test('the stream stays bounded however long it is written', async () => {
  for (let n = 0; n < 1_000; n++) {
    await redis.attempt((client) =>
      client.xadd('log:lines', 'MAXLEN', '~', 200, '*', 'lines', JSON.stringify([`${n}`])),
    )
  }
  const feed = newFeed('api')
  feed.connect({ redis, redact })
  feed.push(line('one more', 1))
  await until((lines) => expect(lines.some((text) => text.endsWith('one more'))).toBe(true))
  expect(await redis.attempt((client) => client.xlen('log:lines'))).toBeLessThanOrEqual(300)
})

test('while Redis is down there is no list, and afterwards the lines of the outage arrive', async () => {
  const feed = newFeed('api')
  feed.connect({ redis, redact })
  await own.stop()
  await vi.waitFor(() => expect(redis.isUp()).toBe(false), 5_000)
  feed.push(line('during the outage', 1))
  expect(await readLogLines(redis, 200)).toBeNull()
  await own.start()
  await until((lines) => expect(lines).toEqual(['2026-11-15T07:42:00.001Z INFO api during the outage']))
})

test('[DEV-08] a process sends its last log lines before it stops', async () => {
  const feed = newFeed('worker')
  feed.connect({ redis, redact })
  feed.push(line('the worker has stopped', 1))
  await feed.close()
  expect(await linesOf()).toEqual(['2026-11-15T07:42:00.001Z INFO worker the worker has stopped'])
})

test('[DEV-08] a line that cannot be formatted does not stop the ones after it', async () => {
  let isBroken = true
  const feed = newFeed('api')
  feed.connect({
    redis,
    redact: (text) => {
      if (isBroken) throw new Error('cannot redact')
      return text
    },
  })
  feed.push(line('first', 1))
  await feed.close()
  isBroken = false
  await feed.close()
  expect(await linesOf()).toEqual(['2026-11-15T07:42:00.001Z INFO api first'])
})
