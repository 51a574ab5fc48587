import { expect, test } from 'vitest'
import { openTestDatabase } from '#testing/open-test-database.ts'
import { pagesOf } from './compare-pages.ts'
import { MOST_GROWTH, openReviews } from './measure-reviews.ts'

const MANY = 20_000

/** `npm run growth:reviews` measures a hundred thousand; this is the small version for every test run. */
test('a page of reviews of a mod with 20,000 reviews reads at most 1.5 times as many database pages as one of a mod with 100', {
  timeout: 120_000,
}, async () => {
  const database = await openTestDatabase()
  const store = await openReviews(database.url, MANY)
  try {
    const { few, many } = await store.measure()
    const grown = [...many].flatMap(([name, statements]) => {
      const [before, after] = [pagesOf(few.get(name)), pagesOf(statements)]
      return after > MOST_GROWTH * before ? [`${name}: ${before} to ${after}`] : []
    })
    expect(grown).toEqual([])
    expect(many.size).toBeGreaterThan(20)
  } finally {
    await store.close()
    await database.close()
  }
})
