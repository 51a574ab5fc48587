import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '@slipstream/contract/durations'
import { openRedis, type RedisGateway } from '#gateways/redis.ts'
import { freePort } from '#testing/free-port.ts'
import { openSignInLimits } from './sign-in-limits.ts'

/** Redis is down, so the local count applies, which follows the test's clock. */
let away: RedisGateway
beforeAll(async () => {
  away = openRedis(`redis://127.0.0.1:${await freePort()}`, pino({ level: 'silent' }))
})
afterAll(() => away.close())

const DAY_MINUTES = 24 * 60
const openClock = () => {
  let now = 1_000
  return { now: () => now, turn: (ms: number) => (now += ms) }
}

const addressOf = (host: number) => `198.${18 + (host >> 16)}.${(host >> 8) & 255}.${host & 255}`

/** Guesses every five minutes from each attacker address for some days. Returns how many guesses were allowed. */
const attack = async (kind: 'password' | 'code', { addresses, days }: { addresses: number; days: number }) => {
  const clock = openClock()
  const { [kind]: guesses } = openSignInLimits(away, clock.now)
  let passed = 0
  for (let minute = 0; minute < days * DAY_MINUTES; minute += 5) {
    for (let host = 0; host < addresses; host += 1) {
      if (await guesses.allows('victim', { ip: addressOf(host), knownDevice: null })) passed += 1
    }
    clock.turn(5 * MINUTE_MS)
  }
  return { passed, clock, guesses }
}

test.each([
  ['password', 1, 30],
  ['password', 9, 270],
  ['password', 200, 300],
  ['code', 1, 20],
  ['code', 200, 50],
] as const)('guesses at one %s from %i addresses are limited to %i a day', async (kind, addresses, aDay) => {
  const { passed } = await attack(kind, { addresses, days: 3 })
  expect(passed).toBe(3 * aDay)
})

test('an attack of any size does not affect a known device, whose own guesses are limited too', async () => {
  const { guesses, clock } = await attack('password', { addresses: 500, days: 1 })
  const known = { ip: addressOf(0), knownDevice: 'the owner’s laptop' }
  let passed = 0
  for (let time = 0; time < 3 * DAY_MINUTES; time += 1) {
    if (await guesses.allows('victim', known)) passed += 1
    clock.turn(MINUTE_MS)
  }
  expect(passed).toBe(3 * 30)
})

test('the owner’s sign-ins neither give an attacker more guesses nor use up the owner’s own', async () => {
  const { now } = openClock()
  const { password } = openSignInLimits(away, now)
  const owner = { ip: '192.0.2.1', knownDevice: null }
  let passed = 0
  for (let host = 0; host < 400; host += 1) {
    if (await password.allows('victim', { ip: addressOf(host), knownDevice: null })) passed += 1
    if (host < 200) {
      expect(await password.allows('victim', owner)).toBe(true)
      await password.forgive('victim', owner)
    }
  }
  expect(passed).toBe(300)
})
