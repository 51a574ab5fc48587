import { expect, test } from 'vitest'
import { openTestDatabase } from '#testing/open-test-database.ts'
import { pagesOf } from './compare-pages.ts'
import { MOST_GROWTH, openReviews } from './measure-reviews.ts'

const measure = async (many: number) => {
  const database = await openTestDatabase()
  const store = await openReviews(database.url, many)
  try {
    return await store.measure()
  } finally {
    await store.close()
    await database.close()
  }
}

/** `npm run growth:reviews` measures a hundred thousand; this is the small version for every test run. */
test('with a hundred times as many reviews no page of them reads more than half as many database pages again', {
  timeout: 120_000,
}, async () => {
  const small = await measure(100)
  const large = await measure(10_000)
  const grown = [...large].flatMap(([name, statements]) => {
    const [before, after] = [pagesOf(small.get(name)), pagesOf(statements)]
    return after > MOST_GROWTH * before ? [`${name}: ${before} to ${after}`] : []
  })
  expect(grown).toEqual([])
  expect(large.size).toBeGreaterThan(20)
})
