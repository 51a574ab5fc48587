import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/open-test-database.ts'
import { pagesOf } from './compare-pages.ts'
import { openCatalogue } from './measure-growth.ts'

let database: TestDatabase
let store: ReturnType<typeof openCatalogue>
beforeAll(async () => {
  database = await openTestDatabase()
  store = openCatalogue(database.url)
})
afterAll(async () => {
  await store.close()
  await database.close()
})

/** `npm run growth` measures a hundred times as many; this is the small version for every test run. */
test('with ten times as many mods a list or search reads at most twice the database pages', {
  timeout: 120_000,
}, async () => {
  await store.fill(1_000)
  const small = await store.measure()
  await store.fill(10_000)
  const large = await store.measure()
  const grown = [...large].flatMap(([name, statements]) => {
    const [before, after] = [pagesOf(small.get(name)), pagesOf(statements)]
    return after > 2 * before ? [`${name}: ${before} to ${after}`] : []
  })
  expect(grown).toEqual([])
  expect(large.size).toBeGreaterThan(25)
  for (const [name, statements] of large) {
    expect([name, statements.length]).toEqual([name, small.get(name)?.length])
  }
})
