import { expect, test } from 'vitest'
import { oneTimeCode } from './one-time-code.ts'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [2_000_000_000, '279037'],
])('the code from the RFC example at %d seconds is %s', (seconds, code) => {
  expect(oneTimeCode('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', seconds * 1_000)).toBe(code)
})
