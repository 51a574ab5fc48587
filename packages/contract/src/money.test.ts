import { expect, test } from 'vitest'
import { amountText, cents, formatUsd } from './money.ts'

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [1250, '$12.50'],
  [99999, '$999.99'],
  [100000, '$1,000.00'],
  [123456789, '$1,234,567.89'],
  [-123456, '-$1,234.56'],
  [-1250, '-$12.50'],
])('[UI-02] %i cents are shown as %s', (amount, text) => {
  expect(formatUsd(cents(amount))).toBe(text)
})

test('amounts in fields and metadata have no thousands separators', () => {
  expect([amountText(cents(123456)), amountText(cents(-5))]).toEqual(['1234.56', '-0.05'])
})

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%f is not an amount of cents', (amount) => {
  expect(() => cents(amount)).toThrow(RangeError)
})
