import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prepareOwnRedis, type OwnRedis } from '#testing/own-redis.ts'
import { openRedis, type RedisGateway } from './redis.ts'

let own: OwnRedis
let gateway: RedisGateway
beforeEach(async () => {
  own = await prepareOwnRedis()
})
afterEach(async () => {
  gateway.close()
  await own.close()
})

const open = () => {
  gateway = openRedis(own.url, pino({ level: 'silent' }))
}
const ask = () => gateway.attempt((redis) => redis.echo('here'))
const timed = async () => {
  const start = performance.now()
  const answer = await ask()
  return { answer, ms: performance.now() - start }
}
const becomes = (up: boolean) => vi.waitFor(() => expect(gateway.isUp()).toBe(up), { timeout: 2_000, interval: 10 })

/** Nothing waits for a Redis that is known to be down. A busy machine may still delay one or two of twenty. */
const expectNoWaiting = async () => {
  const command = vi.fn()
  await gateway.attempt(command)
  expect(command).not.toHaveBeenCalled()
  const waits: number[] = []
  for (let round = 0; round < 20; round++) {
    const { answer, ms } = await timed()
    expect(answer).toBeNull()
    waits.push(ms)
  }
  expect(waits.filter((ms) => ms >= 20).length).toBeLessThanOrEqual(2)
}

const expectReturn = async (returned: () => void) => {
  await becomes(true)
  expect(await ask()).toBe('here')
  expect(returned).toHaveBeenCalled()
}

test('a Redis that is absent at startup costs nothing and is used once it is up', async () => {
  open()
  const returned = vi.fn()
  gateway.onReturn(returned)
  await expectNoWaiting()
  expect(gateway.isUp()).toBe(false)

  await own.start()
  await expectReturn(returned)
})

test('a Redis that is frozen at startup is used once it responds', async () => {
  await own.start()
  own.freeze()
  open()
  await expectNoWaiting()
  // Long enough for the first connection attempts to time out.
  await sleep(1_500)
  expect(gateway.isUp()).toBe(false)
  own.thaw()
  await becomes(true)
  expect(await ask()).toBe('here')
})

test('a Redis that stops is noticed by the first command and used again once it is back', async () => {
  await own.start()
  open()
  await becomes(true)
  const returned = vi.fn()
  gateway.onReturn(returned)

  await own.stop()
  const first = await timed()
  expect(first.answer).toBeNull()
  expect(first.ms).toBeLessThan(150)
  await expectNoWaiting()
  await becomes(false)

  await own.start()
  await expectReturn(returned)
})

test('a Redis that freezes delays one request briefly and no other', async () => {
  await own.start()
  open()
  await becomes(true)
  const returned = vi.fn()
  gateway.onReturn(returned)

  own.freeze()
  const first = await timed()
  expect(first.answer).toBeNull()
  expect(first.ms).toBeLessThan(150)
  expect(gateway.isUp()).toBe(false)
  await expectNoWaiting()
  expect(returned).not.toHaveBeenCalled()

  own.thaw()
  await expectReturn(returned)
})

test('a frozen Redis is noticed even without traffic', async () => {
  await own.start()
  open()
  await becomes(true)
  own.freeze()
  await becomes(false)
})
