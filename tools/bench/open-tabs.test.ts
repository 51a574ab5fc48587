import { expect, test } from 'vitest'
import { tabsPerCore } from './open-tabs.ts'

test('a core carries as many tabs as it can answer their polls', () => {
  const routes = [
    { name: 'cart 304', perCpuSecond: 6_000 },
    { name: 'status 304', perCpuSecond: 12_000 },
  ]
  // A third of a request for the cart and a fifth of one for the status, each second.
  expect(tabsPerCore(routes)).toBe(Math.floor(1 / (1 / 3 / 6_000 + 1 / 5 / 12_000)))
})

test('of what was not measured nothing is said', () => {
  expect(tabsPerCore([{ name: 'cart 304', perCpuSecond: 6_000 }])).toBeNull()
})
