import { Redis } from 'ioredis'
import { expect, test, vi } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { createMod } from '@slipstream/db/testing/catalogue-factories'
import { fillCart } from '#testing/buying-store.ts'
import { newPerson } from '#testing/people.ts'
import { openFileStore } from '#testing/test-store.ts'
import { emptyCart } from './cart.service.ts'

const store = await openFileStore()

test('an open page learns of a payment made elsewhere, even if its cart version was cached in Redis', async () => {
  const mod = await createMod(store.db)
  const { row, token } = await newPerson(store)
  await fillCart(store, row.id, [mod])
  const poll = (etag = '') =>
    store.app.inject({ url: '/api/cart', headers: { authorization: `Bearer ${token}`, 'if-none-match': etag } })
  const redis = new Redis(store.config.redisUrl)
  await vi.waitFor(
    async () => {
      await poll()
      expect(await redis.get(`cart:of:${row.id}`)).toMatch(/^\S+ \S+ \d+$/)
    },
    { timeout: 10_000, interval: 200 },
  )
  redis.disconnect()
  const etag = String((await poll()).headers.etag)
  expect((await poll(etag)).statusCode).toBe(304)
  await inTransaction(store.db, (tx) => emptyCart(tx, row.id, [mod.id]))
  await vi.waitFor(async () => expect((await poll(etag)).statusCode).toBe(200), { timeout: 5_000 })
  expect((await poll()).json()).toEqual([])
})
