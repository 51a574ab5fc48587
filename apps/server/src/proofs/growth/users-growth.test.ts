import { expect, test } from 'vitest'
import { grownQueries } from './grown-queries.ts'
import { openUsers } from './measure-users.ts'

/** `npm run growth:users` measures 200,000; this is the small version for every test run. */
test('with five times as many accounts a list, a timeline or a search reads hardly more database pages', {
  timeout: 120_000,
}, async () => {
  const { grown, measured } = await grownQueries(openUsers)
  expect(grown).toEqual([])
  expect(measured).toBeGreaterThan(15)
})
