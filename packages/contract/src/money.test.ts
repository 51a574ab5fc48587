import { expect, test } from 'vitest'
import { cents, formatUsd } from './money.ts'

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [1250, '$12.50'],
  [123456789, '$1234567.89'],
  [-1250, '-$12.50'],
])('[UI-02] %i cents read as %s', (amount, text) => {
  expect(formatUsd(cents(amount))).toBe(text)
})

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%f is not an amount of cents', (amount) => {
  expect(() => cents(amount)).toThrow(RangeError)
})
