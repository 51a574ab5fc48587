import { describe, expect, test } from 'vitest'
import { cartTotals } from './cart-totals.ts'
import { cents } from './money.ts'

const line = (price: number, discountPrice: number | null = null) => ({
  mod: { price: cents(price), discountPrice: discountPrice === null ? null : cents(discountPrice) },
})

describe('cart totals', () => {
  test('[CART-07] the cart total sums the full prices, and the charged amount sums the discount prices', () => {
    expect(cartTotals([line(1799, 1299), line(1899)])).toEqual({
      total: 3698,
      included: 0,
      discounts: 500,
      youPay: 3198,
    })
  })

  test('[CART-07] cart items without a mod are ignored, and a missing price counts as 0', () => {
    expect(cartTotals([{ mod: null }, { mod: {} }, line(1250)])).toEqual({
      total: 1250,
      included: 0,
      discounts: 0,
      youPay: 1250,
    })
    expect(cartTotals([])).toEqual({ total: 0, included: 0, discounts: 0, youPay: 0 })
  })

  test('a mod that is free during a sale costs nothing', () => {
    expect(cartTotals([line(999, 0)])).toEqual({ total: 999, included: 0, discounts: 999, youPay: 0 })
  })

  test('a mod that Premium includes counts toward the total but not toward the amount to pay', () => {
    const [included, sale] = [line(1250, 900), line(1799, 1299)]
    expect(cartTotals([included, sale], (each) => each === included)).toEqual({
      total: 3049,
      included: 1250,
      discounts: 500,
      youPay: 1299,
    })
  })

  test('the charged amount is never more than the total, and they differ by the discounts', () => {
    for (let seed = 1; seed <= 1_000; seed++) {
      const lines = Array.from({ length: seed % 9 }, (_, at) => {
        const price = (seed * 7919 + at * 104_729) % 10_000
        return line(price, at % 2 === 0 ? null : price % 97)
      }).filter(({ mod }) => mod.discountPrice === null || mod.discountPrice < mod.price)
      const { total, discounts, youPay } = cartTotals(lines)
      expect(youPay).toBeLessThanOrEqual(total)
      expect(total - discounts).toBe(youPay)
    }
  })
})
