import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { cents } from './money.ts'
import { UsdPrice } from './usd-price.ts'

test.each([0, 1, 29, 1_250, 1_999, 2_499, 9_999_999])('a price of %i cents survives the round trip', (amount) => {
  const wire: unknown = JSON.parse(JSON.stringify(z.encode(UsdPrice, cents(amount))))
  expect(wire).toBe(amount / 100)
  expect(z.decode(UsdPrice, wire as number)).toBe(amount)
})

test('a negative price is refused', () => {
  expect(z.safeDecode(UsdPrice, -1).success).toBe(false)
})
