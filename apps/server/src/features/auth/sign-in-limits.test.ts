import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signIns } from '@slipstream/db/tables/auth'
import { createUser, PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import type { App } from '#app.ts'
import { type OpenServer, openServer } from '#testing/open-server.ts'
import { type OwnRedis, prepareOwnRedis } from '#testing/own-redis.ts'
import { freshName, newBrowser } from '#testing/people.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'

let store: TestStore
/** Two processes with their own Redis, which a test can take down. */
let own: OwnRedis
let one: OpenServer
let two: OpenServer
beforeAll(async () => {
  store = await openTestStore()
  own = await prepareOwnRedis()
  await own.start()
  const config = { ...store.config, redisUrl: own.url }
  one = await openServer(config)
  two = await openServer(config)
  await untilRedisIs(true)
})
afterAll(async () => {
  await one.close()
  await two.close()
  await own.close()
  await store.close()
})

const untilRedisIs = (up: boolean) =>
  vi.waitFor(() => expect([one, two].map(({ services }) => services.redis.isUp())).toEqual([up, up]), {
    timeout: 5_000,
  })

interface Attempt {
  username?: string
  password?: string
  from?: string
  forwarded?: string
}

const login = (
  app: App,
  { username = freshName(), password = 'wrong', from = freshAddress(), forwarded }: Attempt = {},
) =>
  app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: from,
    headers: { 'content-type': 'application/json', ...(forwarded && { 'x-forwarded-for': forwarded }) },
    payload: JSON.stringify({ username, password }),
  })

const freshAddress = () => newBrowser(store).remoteAddress

/** How many sign-ins reached the password check, and how many were stopped before it. */
const tally = (answers: { statusCode: number }[]) => {
  const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length
  return { compared: count(401), stopped: count(429), of: answers.length }
}

const repeat = async (times: number, act: (time: number) => ReturnType<typeof login>) => {
  const answers = []
  for (let time = 0; time < times; time += 1) answers.push(await act(time))
  return answers
}

const rotating = (time: number) => `198.51.${time >> 8}.${time & 255}`

describe('T-XFF: forged client addresses', () => {
  test('T-XFF: of 200 sign-ins, each with a new X-Forwarded-For, all after the tenth get 429', async () => {
    const from = freshAddress()
    const answers = await repeat(200, (time) => login(store.app, { from, forwarded: rotating(time) }))
    expect(tally(answers.slice(0, 10))).toEqual({ compared: 10, stopped: 0, of: 10 })
    expect(tally(answers.slice(10))).toEqual({ compared: 0, stopped: 190, of: 190 })
    expect(answers[10]?.json()).toMatchObject({ code: 'request.too_many' })
    // The attack is logged, but not line by line.
    const noted = await store.db.select().from(signIns).where(eq(signIns.ip, from))
    expect(noted.filter(({ result }) => result === 'limited')).toHaveLength(1)
    expect(noted).toHaveLength(11)
  })

  test('T-XFF: the client address that a trusted proxy reports counts, not one that the visitor adds', async () => {
    const behind = await openServer(store.config, { trustedProxies: ['127.0.0.1', '192.0.2.0/24'] })
    const visitor = freshAddress()
    const through = (forwarded: string) => login(behind.app, { from: '127.0.0.1', forwarded })
    const answers = await repeat(12, (time) => through(`${rotating(time)}, ${visitor}, 192.0.2.7`))
    expect(tally(answers)).toEqual({ compared: 10, stopped: 2, of: 12 })
    expect((await through(freshAddress())).statusCode).toBe(401)
    expect(
      await store.db
        .select()
        .from(signIns)
        .where(and(eq(signIns.ip, visitor), eq(signIns.result, 'unknown_name'))),
    ).toHaveLength(10)

    // X-Forwarded-For from any other sender is ignored.
    const from = freshAddress()
    const direct = await repeat(12, (time) => login(behind.app, { from, forwarded: rotating(time) }))
    await behind.close()
    expect(tally(direct)).toEqual({ compared: 10, stopped: 2, of: 12 })
  })

  test('all addresses of one IPv6 household count as one', async () => {
    const household = `2001:db8:${Math.floor(Math.random() * 65_535).toString(16)}:7`
    const answers = await repeat(12, (time) => login(store.app, { from: `${household}::${time.toString(16)}` }))
    expect(tally(answers)).toEqual({ compared: 10, stopped: 2, of: 12 })
  })
})

describe('limits on sign-ins to one name', () => {
  // On a busy machine Redis may count as down for a moment, and then each process counts alone.
  test('sign-ins to one name from one address are limited across processes, even with the right password', {
    retry: 2,
  }, async () => {
    await untilRedisIs(true)
    const { username } = await createUser(store.db, { username: freshName() })
    const from = freshAddress()
    expect(tally(await repeat(6, () => login(one.app, { username, from })))).toMatchObject({ compared: 6 })
    expect(tally(await repeat(6, () => login(two.app, { username: username.toUpperCase(), from })))).toMatchObject({
      compared: 4,
      stopped: 2,
    })
    expect((await login(one.app, { username, from, password: PUBLIC_PASSWORD })).statusCode).toBe(429)
    // Other names are not limited.
    const { username: other } = await createUser(store.db, { username: freshName() })
    expect((await login(one.app, { username: other, password: PUBLIC_PASSWORD })).statusCode).toBe(200)
  })

  test('concurrent sign-ins to one name are limited as well', async () => {
    const { username } = await createUser(store.db, { username: freshName() })
    const from = freshAddress()
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(one.app, { username, from })))
    expect(tally(answers)).toEqual({ compared: 10, stopped: 10, of: 20 })
  })

  test('unknown names are limited too, so that the limit reveals nothing', { retry: 2 }, async () => {
    const [username, from] = [freshName(), freshAddress()]
    expect(tally(await repeat(10, () => login(one.app, { username, from })))).toMatchObject({ compared: 10 })
    await one.services.auth.limits.address.forget(from)
    const refused = await login(one.app, { username, from })
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      expect.objectContaining({ code: 'auth.too_many_attempts' }),
    ])
  })

  test('the right password resets the sign-in limit', { retry: 2 }, async () => {
    const { username } = await createUser(store.db, { username: freshName() })
    const from = freshAddress()
    for (let round = 0; round < 2; round += 1) {
      await one.services.auth.limits.address.forget(from)
      expect(tally(await repeat(9, () => login(one.app, { username, from })))).toMatchObject({ compared: 9 })
      expect((await login(one.app, { username, from, password: PUBLIC_PASSWORD })).statusCode).toBe(200)
    }
  })
})

describe('T-REDIS: sign-in limits while Redis is down', () => {
  test('T-REDIS: without Redis the limits hold in each process and stay in force when it is back', async () => {
    await own.stop()
    await untilRedisIs(false)
    const from = freshAddress()
    expect(tally(await repeat(12, () => login(one.app, { from })))).toEqual({ compared: 10, stopped: 2, of: 12 })
    const { username: other } = await createUser(store.db, { username: freshName() })
    expect((await login(one.app, { username: other, password: PUBLIC_PASSWORD })).statusCode).toBe(200)

    await own.start()
    await untilRedisIs(true)
    expect((await login(one.app, { from })).statusCode).toBe(429)
  })
})
