import { expect, test } from 'vitest'
import { openTestDatabase } from '#testing/open-test-database.ts'
import { pagesOf } from './measure-growth.ts'
import { openOrders } from './measure-orders.ts'

const measure = async (orders: number) => {
  const database = await openTestDatabase()
  const store = await openOrders(database.url, orders)
  try {
    return await store.measure()
  } finally {
    await store.close()
    await database.close()
  }
}

/** `npm run growth:orders` measures a million; this is the small version for every test run. */
test('with five times as many orders a locker, list or search reads hardly more database pages', {
  timeout: 120_000,
}, async () => {
  const small = await measure(10_000)
  const large = await measure(50_000)
  const grown = [...large].flatMap(([name, { most, statements }]) => {
    const [before, after] = [pagesOf(small.get(name)?.statements), pagesOf(statements)]
    return after > most * before ? [`${name}: ${before} to ${after}`] : []
  })
  expect(grown).toEqual([])
  expect(large.size).toBeGreaterThan(14)
})
