import { expect, test } from 'vitest'
import { cents, formatUsd } from '@slipstream/contract/money'
import { type CouponDiscount, isTooSmall, priceCart } from './price-cart.ts'

/** Seeded, so that a failing cart can be reproduced. */
const seeded = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 4_294_967_296
}

const line = (price: number, discountPrice: number | null = null) => ({
  modId: 1,
  title: 'A mod',
  price: cents(price),
  discountPrice: discountPrice === null ? null : cents(discountPrice),
})

test('a coupon applies after sales, is rounded once and is allocated to the lines', () => {
  const priced = priceCart([line(1_999, 1_499), line(1_001), line(0)], { kind: 'percent', percent: 15 })
  expect(priced).toMatchObject({ subtotalCents: 3_000, saleCents: 500, couponCents: 375, totalCents: 2_125 })
  expect(priced.lines.map(({ couponCents, paysCents }) => [couponCents, paysCents])).toEqual([
    [224, 1_275],
    [151, 850],
    [0, 0],
  ])
})

test.each([
  [{ kind: 'percent', percent: 100 }, 0],
  [{ kind: 'amount', amountCents: 500 }, 750],
  [{ kind: 'amount', amountCents: 99_999 }, 0],
] as const)('%j turns $12.50 into %d cents, never below zero', (coupon, total) => {
  expect(priceCart([line(1_250)], coupon).totalCents).toBe(total)
})

test('a total between zero and fifty cents cannot be charged', () => {
  expect([0, 1, 49, 50, 51].map((total) => isTooSmall(cents(total)))).toEqual([false, true, true, false, false])
})

test('T-CENTS: 100,000 carts add up to the cent, in every line and as displayed', () => {
  const random = seeded(20_261_115)
  const upTo = (max: number) => Math.floor(random() * max)
  const wrong: unknown[] = []
  for (let cart = 0; cart < 100_000; cart++) {
    const lines = Array.from({ length: 1 + upTo(12) }, () => {
      const price = upTo(20_000)
      return line(price, random() < 0.3 && price > 0 ? upTo(price) : null)
    })
    const coupon: CouponDiscount | null =
      random() < 0.3
        ? { kind: 'percent', percent: 1 + upTo(100) }
        : random() < 0.5
          ? { kind: 'amount', amountCents: 1 + upTo(30_000) }
          : null
    const priced = priceCart(lines, coupon)
    const sum = (of: 'priceCents' | 'saleCents' | 'couponCents' | 'paysCents') =>
      priced.lines.reduce((total, each) => total + each[of], 0)
    /** The sum a reader of the page would get. */
    const written = priced.lines.reduce(
      (total, { paysCents }) => total + Math.round(Number(formatUsd(paysCents).slice(1)) * 100),
      0,
    )
    const isRight =
      priced.totalCents === sum('paysCents') &&
      priced.totalCents === priced.subtotalCents - priced.saleCents - priced.couponCents &&
      priced.subtotalCents === sum('priceCents') &&
      priced.saleCents === sum('saleCents') &&
      priced.couponCents === sum('couponCents') &&
      priced.lines.every(
        ({ paysCents, couponCents, saleCents }) => paysCents >= 0 && couponCents >= 0 && saleCents >= 0,
      ) &&
      written === priced.totalCents
    if (!isRight) wrong.push({ lines, coupon, priced })
  }
  expect(wrong).toEqual([])
})
