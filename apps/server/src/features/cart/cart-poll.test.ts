import { setImmediate } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { createMod } from '@slipstream/db/testing/catalogue-factories'
import { catalogueChanged } from '#testing/catalogue.ts'
import { countQueries } from '#testing/count-queries.ts'
import { whileDatabaseIsDown } from '#testing/database-down.ts'
import { type OpenServer, openServer } from '#testing/open-server.ts'
import { type OwnRedis, prepareOwnRedis } from '#testing/own-redis.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'
import { openMarks } from './cart-marks.ts'
import { emptyCart } from './cart.service.ts'

let store: TestStore
let secondServer: OpenServer
let ownRedis: OwnRedis
let person: Person
let modId: number
beforeAll(async () => {
  ownRedis = await prepareOwnRedis()
  await ownRedis.start()
  store = await openTestStore()
  secondServer = await openServer({ ...store.config, redisUrl: ownRedis.url })
})
beforeEach(async () => {
  await store.empty()
  modId = await newMod()
  person = await newPerson(store)
  await person.call('POST', '/api/cart', { modId })
  await untilUp(store)
})
afterAll(async () => {
  await secondServer.close()
  await ownRedis.close()
  await store.close()
})

type Process = Pick<OpenServer, 'app' | 'services'>
const untilUp = ({ services }: Process) => vi.waitFor(() => expect(services.redis.isUp()).toBe(true))
const newMod = async (values: Partial<typeof mods.$inferInsert> = {}) => (await createMod(store.db, values)).id

const poll = (etag?: string, { app }: Pick<Process, 'app'> = store, { token } = person) =>
  app.inject({
    url: '/api/cart',
    headers: { authorization: `Bearer ${token}`, ...(etag !== undefined && { 'if-none-match': etag }) },
  })
const etagNow = async (process: Pick<Process, 'app'> = store) => {
  const { statusCode, headers } = await poll(undefined, process)
  expect(statusCode).toBe(200)
  return String(headers.etag)
}
const isUnchanged = async (etag: string, process: Pick<Process, 'app'> = store) =>
  (await poll(etag, process)).statusCode === 304
/** Waits until the cart version is in Redis. */
const untilNoted = (process: OpenServer | TestStore, redisUrl: string) =>
  vi.waitFor(
    async () => {
      await poll(undefined, process)
      const redis = new Redis(redisUrl)
      const copy = await redis.get(`cart:of:${person.row.id}`)
      redis.disconnect()
      expect(copy?.split(' ')).toHaveLength(3)
    },
    { timeout: 10_000, interval: 200 },
  )

describe('a cart poll', () => {
  test('[CALL-02] a poll for an unchanged cart answers 304 without a database query', async () => {
    await untilNoted(store, store.config.redisUrl)
    const first = await poll()
    expect(first.headers['cache-control']).toBe('private, no-cache')
    const etag = String(first.headers.etag)
    const again = await poll(etag)
    expect([again.statusCode, again.payload, again.headers.etag]).toEqual([304, '', etag])
    // The session is read every few seconds, so not every poll is free of queries.
    await vi.waitFor(async () => expect(await countQueries(store, () => poll(etag))).toBe(0))
  })

  test('the open pages of one person share a cart that one of them has read', async () => {
    await untilNoted(store, store.config.redisUrl)
    const first = await poll()
    const again = await poll()
    expect([again.statusCode, again.json(), again.headers.etag]).toEqual([200, first.json(), first.headers.etag])
    await vi.waitFor(async () => expect(await countQueries(store, () => poll())).toBe(0))
  })

  test('a poll sees every change to the cart at once', async () => {
    const another = await newMod()
    const changes = [
      () => person.call('POST', '/api/cart', { modId: another }),
      () => person.call('DELETE', `/api/cart/${another}`),
      () => person.call('DELETE', '/api/cart'),
    ]
    for (const change of changes) {
      const etag = await etagNow()
      expect(await isUnchanged(etag)).toBe(true)
      expect((await change()).statusCode).toBe(200)
      expect(await isUnchanged(etag)).toBe(false)
    }
  })

  test('a poll sees items another process removed, such as paid ones', async () => {
    const etag = await etagNow()
    await inTransaction(store.db, (tx) => emptyCart(tx, person.row.id, [modId]))
    await vi.waitFor(async () => expect(await isUnchanged(etag)).toBe(false))
    expect((await poll()).json()).toEqual([])
  })

  test('a poll sees a new price and a mod that is no longer for sale', async () => {
    for (const change of [{ priceCents: 990 }, { status: 'archived' as const }]) {
      const etag = await etagNow()
      await store.db.update(mods).set(change).where(eq(mods.id, modId))
      await catalogueChanged(store)
      await vi.waitFor(async () => expect(await isUnchanged(etag)).toBe(false))
    }
    expect((await poll()).json()).toMatchObject([{ mod: null }])
  })

  test('a poll sees a sale begin or end on schedule, although nothing announces it', async () => {
    const at = (ms: number) => new Date(Date.now() + ms)
    const sale = { salePriceCents: 700, saleStartsAt: at(700), saleEndsAt: at(1_400) }
    const onSale = await newMod(sale)
    await person.call('POST', '/api/cart', { modId: onSale })
    const seen: (number | null)[] = []
    let etag: string | undefined
    await vi.waitFor(
      async () => {
        const answer = await poll(etag)
        if (answer.statusCode === 200) {
          seen.push(answer.json<{ mod: { discountPrice: number | null } }[]>()[1]?.mod.discountPrice ?? null)
          etag = String(answer.headers.etag)
        }
        expect(Date.now()).toBeGreaterThan(sale.saleEndsAt.getTime() + 100)
      },
      { timeout: 10_000, interval: 50 },
    )
    expect(seen).toEqual([null, 7, null])
  })

  test('a poll with another person’s ETag does not answer 304', async () => {
    const other = await newPerson(store)
    const answer = await poll(await etagNow(), store, other)
    expect([answer.statusCode, answer.json()]).toEqual([200, []])
  })

  test('polling does not extend the session', async () => {
    await store.db.execute(sql`update sessions set used_at = now() - interval '1 hour'`)
    const read = () => store.db.execute(sql`select used_at, expires_at from sessions where user_id = ${person.row.id}`)
    const before = (await read()).rows
    await poll()
    expect((await read()).rows).toEqual(before)
  })
})

describe('cart polls without Redis', () => {
  beforeEach(async () => {
    await ownRedis.stop()
    await ownRedis.start()
    await untilUp(secondServer)
  })
  const away = () => vi.waitFor(() => expect(secondServer.services.redis.isUp()).toBe(false))

  test('without Redis a poll still answers 304, and still sees a change', async () => {
    await ownRedis.stop()
    await away()
    const etag = await etagNow(secondServer)
    expect(await isUnchanged(etag, secondServer)).toBe(true)
    await person.call('DELETE', '/api/cart')
    expect(await isUnchanged(etag, secondServer)).toBe(false)
    expect((await poll(undefined, secondServer)).json()).toEqual([])
  })

  test('without Redis a poll sees catalogue changes', async () => {
    await ownRedis.stop()
    await away()
    const etag = await etagNow(secondServer)
    await store.db.update(mods).set({ title: 'Kestrel R5' }).where(eq(mods.id, modId))
    await catalogueChanged(store, secondServer)
    expect(await isUnchanged(etag, secondServer)).toBe(false)
  })

  test('a short Redis outage neither invalidates a cart’s ETag nor hides a change', async () => {
    await untilNoted(secondServer, ownRedis.url)
    const etag = await etagNow(secondServer)
    ownRedis.freeze()
    await away()
    expect(await isUnchanged(etag, secondServer)).toBe(true)
    ownRedis.thaw()
    await untilUp(secondServer)
    expect(await isUnchanged(etag, secondServer)).toBe(true)

    ownRedis.freeze()
    await away()
    await person.call('DELETE', '/api/cart')
    expect(await isUnchanged(etag, secondServer)).toBe(false)
    ownRedis.thaw()
    await untilUp(secondServer)
    expect(await isUnchanged(etag, secondServer)).toBe(false)
  })

  test('changes made while Redis was down are not hidden by its old data when it is back', async () => {
    await untilNoted(secondServer, ownRedis.url)
    const etag = await etagNow(secondServer)
    const redis = new Redis(ownRedis.url)
    await redis.save()
    redis.disconnect()
    await ownRedis.stop()
    await away()
    await person.call('DELETE', '/api/cart')
    await ownRedis.start()
    await untilUp(secondServer)
    expect(await isUnchanged(etag, secondServer)).toBe(false)
  })

  test('cached cart versions are not trusted after a Redis connection was lost and restored', async () => {
    await untilNoted(secondServer, ownRedis.url)
    const etag = await etagNow(secondServer)
    const redis = new Redis(ownRedis.url)
    await redis.save()
    // A change that no process notices, as after a failover to a lagging replica.
    await store.db.execute(sql`update carts set version = gen_random_uuid()`)
    await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
    redis.disconnect()
    await vi.waitFor(async () => expect(await isUnchanged(etag, secondServer)).toBe(false))
  })
})

/** Users that no other test has. */
const [ONE, OTHER] = [2_000_000_001, 2_000_000_002]

test('a slow reader does not overwrite a newer cart version', async () => {
  const marks = openMarks(store.services.redis)
  await marks.beginEpoch('epoch')
  const state = { version: 'old', turnsAt: 0 }
  await marks.keep(ONE, 'epoch', state, Date.now())
  expect(await marks.find(ONE)).toEqual({ epoch: 'epoch', state })

  await marks.outdate(ONE)
  await marks.keep(ONE, 'epoch', state, Date.now())
  expect(await marks.find(ONE)).toEqual({ epoch: 'epoch', state: null })

  // A reader that took too long, or started in another epoch, does not write its copy.
  await marks.keep(OTHER, 'epoch', state, Date.now() - 10_000)
  await marks.keep(OTHER, 'earlier', state, Date.now())
  expect(await marks.find(OTHER)).toEqual({ epoch: 'epoch', state: null })
})

test('callers that arrive during a Redis lookup share the next one', async () => {
  const { redis } = store.services
  const held = Promise.withResolvers<void>()
  let queries = 0
  const marks = openMarks({
    ...redis,
    attempt: async (command) => {
      queries += 1
      const answer = await redis.attempt(command)
      await held.promise
      return answer
    },
  })
  const found: Promise<unknown>[] = []
  for (const userId of [7, 8, 9]) {
    found.push(marks.find(userId))
    await setImmediate()
  }
  held.resolve()
  await Promise.all(found)
  expect(queries).toBe(2)
})

test('[CART-08] while the database is down briefly, the last known cart is served', async () => {
  const last = await poll()
  expect(last.json()).toHaveLength(1)
  await whileDatabaseIsDown(store, async () => {
    const meanwhile = await poll()
    expect([meanwhile.statusCode, meanwhile.json()]).toEqual([200, last.json()])
    expect((await poll(String(meanwhile.headers.etag))).statusCode).toBe(304)
    expect((await person.call('GET', '/api/wishlist')).statusCode).toBe(503)
  })
})
