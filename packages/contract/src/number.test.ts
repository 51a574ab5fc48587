import { expect, test } from 'vitest'
import { decimal, integer, integerParam, pageSize } from './number.ts'

test.each([2_147_483_648, -2_147_483_649, 1e308, -1e308, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
  'an integer field refuses %d',
  (value) => {
    expect(integer().safeParse(value).success).toBe(false)
    expect(integerParam().safeParse(String(value)).success).toBe(false)
  },
)

test('an integer field accepts what its column can store, within its own limits', () => {
  expect(integer().parse(-2_147_483_648)).toBe(-2_147_483_648)
  expect(integerParam().parse('2147483647')).toBe(2_147_483_647)
  expect(integer(1, 5).safeParse(6).error?.issues).toMatchObject([{ message: 'At most 5.' }])
  expect(integer(1).safeParse('3').success).toBe(false)
})

test('a decimal field accepts only values within its limits', () => {
  expect(decimal(0, 600).parse(4.2)).toBe(4.2)
  expect(decimal(0, 600).safeParse(1e308).success).toBe(false)
})

test('a page size has a default and a maximum', () => {
  expect(pageSize(25, 100).parse(undefined)).toBe(25)
  expect(pageSize(25, 100).safeParse('101').success).toBe(false)
})
