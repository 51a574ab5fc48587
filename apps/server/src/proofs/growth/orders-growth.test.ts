import { expect, test } from 'vitest'
import { grownQueries } from './grown-queries.ts'
import { openOrders } from './measure-orders.ts'

/** `npm run growth:orders` measures a million; this is the small version for every test run. */
test('with five times as many orders a locker, list or search reads hardly more database pages', {
  timeout: 120_000,
}, async () => {
  const { grown, measured } = await grownQueries(openOrders)
  expect(grown).toEqual([])
  expect(measured).toBeGreaterThan(14)
})
