import { expect, test } from 'vitest'
import { allocateCents } from './allocate-cents.ts'

test.each([
  [100, [1, 1, 1], [33, 33, 34]],
  [0, [5, 5], [0, 0]],
  [7, [0, 7], [0, 7]],
  [3, [], []],
  [10, [3, 3, 4], [3, 3, 4]],
])('%d cents split by weights %j give %j', (amount, weights, parts) => {
  expect(allocateCents(amount, weights)).toEqual(parts)
})
