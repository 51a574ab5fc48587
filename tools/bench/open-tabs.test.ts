import { expect, test } from 'vitest'
import { tabsPerCore } from './open-tabs.ts'

test('the number of tabs per core follows from the cost of their polls', () => {
  const routes = [
    { name: 'cart 304', perCpuSecond: 6_000 },
    { name: 'status 304', perCpuSecond: 12_000 },
  ]
  // Each second, one third of a cart request and one fifth of a status request.
  expect(tabsPerCore(routes)).toBe(Math.floor(1 / (1 / 3 / 6_000 + 1 / 5 / 12_000)))
})

test('without a measurement there is no figure for open tabs', () => {
  expect(tabsPerCore([{ name: 'cart 304', perCpuSecond: 6_000 }])).toBeNull()
})
