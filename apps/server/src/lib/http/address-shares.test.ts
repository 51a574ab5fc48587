import { expect, test } from 'vitest'
import { createAddressShares } from './address-shares.ts'

test('an address can make a burst of requests and then as many as its share allows', () => {
  const take = createAddressShares({ perSecond: 4, burst: 40 })
  const times = Array.from({ length: 20 * 60 }, (_, index) => index * 50)
  const granted = times.filter((at) => take('203.0.113.9', at))
  expect(granted.length).toBeGreaterThanOrEqual(40 + 4 * 59)
  expect(granted.length).toBeLessThanOrEqual(40 + 4 * 60)
  expect(granted.slice(0, 40)).toEqual(times.slice(0, 40))
  expect(take('203.0.113.10', times.at(-1))).toBe(true)
})

test('an unused share accumulates up to one burst, however long the address is idle', () => {
  const take = createAddressShares({ perSecond: 4, burst: 3 })
  for (let asked = 0; asked < 3; asked++) expect(take('203.0.113.9', 0)).toBe(true)
  expect(take('203.0.113.9', 0)).toBe(false)
  const later = 3_600_000
  for (let asked = 0; asked < 3; asked++) expect(take('203.0.113.9', later)).toBe(true)
  expect(take('203.0.113.9', later)).toBe(false)
})
