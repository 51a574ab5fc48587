import { expect, test } from 'vitest'
import { MINUTE_MS } from '@slipstream/contract/durations'
import { createEventShares } from './event-shares.ts'

test('[CAP-13] one address leaves at most 600 events a minute and 10,000 a day, and another one is not affected', () => {
  let now = 1
  const allowance = createEventShares(() => now)
  const minutes = Array.from({ length: 24 * 60 }, () => {
    now += MINUTE_MS
    return [allowance('192.0.2.1', 400), allowance('192.0.2.1', 400)].reduce((sum, count) => sum + count)
  })
  expect(minutes[0]).toBe(600)
  expect(minutes.slice(0, -1).reduce((sum, count) => sum + count)).toBe(10_000)
  expect(allowance('192.0.2.2', 20)).toBe(20)
})
