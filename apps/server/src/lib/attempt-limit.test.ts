import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openRedis, type RedisGateway } from '#gateways/redis.ts'
import { freePort } from '#testing/free-port.ts'
import { type OwnRedis, prepareOwnRedis } from '#testing/own-redis.ts'
import { createAttemptLimit } from './attempt-limit.ts'

const log = pino({ level: 'silent' })
const LIMIT = { name: 'knocks', max: 3, windowMs: 60_000 }

let own: OwnRedis
let redis: RedisGateway
let away: RedisGateway
beforeAll(async () => {
  own = await prepareOwnRedis()
  await own.start()
  redis = openRedis(own.url, log)
  away = openRedis(`redis://127.0.0.1:${await freePort()}`, log)
  await vi.waitFor(() => expect(redis.isUp()).toBe(true))
})
afterAll(async () => {
  redis.close()
  away.close()
  await own.close()
})

const countOf = async (times: number, allows: () => Promise<boolean>) => {
  let allowed = 0
  for (let time = 0; time < times; time += 1) if (await allows()) allowed += 1
  return allowed
}

test('no key in Redis shows the address, name or text that is counted', async () => {
  await createAttemptLimit(redis, { ...LIMIT, name: 'mailbox' }).allows('maren@customer.example')
  const client = new Redis(own.url)
  const keys = await client.keys('limit:mailbox:*')
  client.disconnect()
  expect(keys).toHaveLength(1)
  expect(keys.join()).not.toContain('maren')
})

describe.each([
  ['with Redis', () => redis],
  ['without Redis', () => away],
])('an attempt limit %s', (_how, gateway) => {
  test('each key allows the maximum number of attempts and no more', async () => {
    const limit = createAttemptLimit(gateway(), { ...LIMIT, name: 'apart' })
    expect(await countOf(8, () => limit.allows('a'))).toBe(3)
    expect(await countOf(8, () => limit.allows('b'))).toBe(3)
  })

  test('checking whether the limit is reached does not count as an attempt', async () => {
    const limit = createAttemptLimit(gateway(), { ...LIMIT, name: 'look' })
    for (let time = 0; time < 10; time += 1) expect(await limit.isReached('a')).toBe(false)
    await countOf(3, () => limit.allows('a'))
    expect(await limit.isReached('a')).toBe(true)
  })

  test('a cleared key starts over', async () => {
    const limit = createAttemptLimit(gateway(), { ...LIMIT, name: 'forgotten' })
    await countOf(5, () => limit.allows('a'))
    await limit.forget('a')
    expect(await limit.isReached('a')).toBe(false)
    expect(await countOf(5, () => limit.allows('a'))).toBe(3)
  })

  test('the window starts with the first attempt, and later attempts do not extend it', async () => {
    const limit = createAttemptLimit(gateway(), { name: 'window', max: 2, windowMs: 300 })
    const start = Date.now()
    expect(await countOf(4, () => limit.allows('a'))).toBe(2)
    await vi.waitFor(async () => expect(await limit.allows('a')).toBe(true), { timeout: 2_000, interval: 20 })
    expect(Date.now() - start).toBeGreaterThanOrEqual(290)
  })
})

test('two processes share one attempt count', async () => {
  const [one, other] = [createAttemptLimit(redis, LIMIT), createAttemptLimit(redis, LIMIT)]
  await one.allows('shared')
  await other.allows('shared')
  await one.allows('shared')
  expect(await other.isReached('shared')).toBe(true)
  expect(await other.allows('shared')).toBe(false)
})

test('attempts stay counted when Redis loses its data', async () => {
  const limit = createAttemptLimit(redis, LIMIT)
  await countOf(3, () => limit.allows('remembered'))
  const client = new Redis(own.url)
  await client.flushall()
  client.disconnect()
  expect(await countOf(3, () => limit.allows('remembered'))).toBe(0)
})

test('a client that keeps trying is let in when its window ends, in every process', async () => {
  const short = { name: 'patience', max: 2, windowMs: 1_000 }
  const [one, other] = [createAttemptLimit(redis, short), createAttemptLimit(redis, short)]
  const start = Date.now()
  await countOf(3, () => one.allows('a'))
  const untilAllowed = () =>
    vi.waitFor(async () => expect((await other.allows('a')) || (await one.allows('a'))).toBe(true), {
      timeout: 2_000,
      interval: 20,
    })
  await untilAllowed()
  expect(Date.now() - start).toBeGreaterThanOrEqual(990)
  expect(Date.now() - start).toBeLessThan(1_900)
})

test('every counter in Redis expires', async () => {
  await createAttemptLimit(redis, { ...LIMIT, name: 'expiring' }).allows('ending')
  const client = new Redis(own.url)
  const left = await client.pttl((await client.keys('limit:expiring:*')).join())
  client.disconnect()
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThanOrEqual(60_000)
})

test('a flood of keys evicts the oldest ones instead of filling the memory', async () => {
  const limit = createAttemptLimit(away, LIMIT)
  await countOf(3, () => limit.allows('first'))
  expect(await limit.isReached('first')).toBe(true)
  for (let key = 0; key < 20_000; key += 1) await limit.allows(`flood ${key}`)
  expect(await limit.isReached('first')).toBe(false)
  await countOf(3, () => limit.allows('flood 19999'))
  expect(await limit.isReached('flood 19999')).toBe(true)
})
