import { expect, test } from 'vitest'
import { seededRandom } from '../../http/seeded-random.ts'
import { shareOut } from './checkout-totals.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

test('a discount is allocated to the lines in proportion to their amounts', () => {
  expect(shareOut(500, [1_000, 3_000, 1_000])).toEqual([100, 300, 100])
  expect(shareOut(1, [1, 1, 1])).toEqual([0, 0, 1])
})

test('the shares add up to the discount, never exceed their line and are off by at most a cent', () => {
  const random = seededRandom(3)
  for (let round = 0; round < 300; round++) {
    const lines = Array.from({ length: 1 + Math.floor(random() * 8) }, () => Math.floor(random() * 5_000))
    const discount = Math.floor(random() * (sum(lines) + 1))
    const shares = shareOut(discount, lines)
    expect(sum(shares)).toBe(discount)
    shares.forEach((share, position) => {
      const line = lines[position] ?? 0
      expect(share).toBeLessThanOrEqual(line)
      expect(Math.abs(share - (discount * line) / (sum(lines) || 1))).toBeLessThan(1)
    })
  }
})

test('amounts too large for exact fractions still add up', () => {
  const lines = [99_999_999_999, 88_888_888_888, 77_777_777_777]
  expect(sum(shareOut(sum(lines) - 1, lines))).toBe(sum(lines) - 1)
})

test('lines that are all free have shares of zero', () => {
  expect(shareOut(0, [0, 0])).toEqual([0, 0])
})
