import { expect, test } from 'vitest'
import { grownQueries } from './grown-queries.ts'
import { openTickets } from './measure-tickets.ts'

/** `npm run growth:tickets` measures a million; this is the small version for every test run. */
test('with five times as many tickets the queue, a thread or a search reads hardly more database pages', {
  timeout: 120_000,
}, async () => {
  const { grown, measured } = await grownQueries(openTickets)
  expect(grown).toEqual([])
  expect(measured).toBeGreaterThan(10)
})
