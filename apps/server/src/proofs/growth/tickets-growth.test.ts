import { expect, test } from 'vitest'
import { openTestDatabase } from '#testing/open-test-database.ts'
import { pagesOf } from './measure-growth.ts'
import { openTickets } from './measure-tickets.ts'

const measure = async (many: number) => {
  const database = await openTestDatabase()
  const store = await openTickets(database.url, many)
  try {
    return await store.measure()
  } finally {
    await store.close()
    await database.close()
  }
}

/** `npm run growth:tickets` measures a million; this is the small version for every test run. */
test('with five times as many tickets the queue, a thread or a search reads hardly more database pages', {
  timeout: 120_000,
}, async () => {
  const small = await measure(10_000)
  const large = await measure(50_000)
  const grown = [...large].flatMap(([name, { most, statements }]) => {
    const [before, after] = [pagesOf(small.get(name)?.statements), pagesOf(statements)]
    return after > most * before ? [`${name}: ${before} to ${after}`] : []
  })
  expect(grown).toEqual([])
  expect(large.size).toBeGreaterThan(10)
})
