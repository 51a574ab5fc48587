import { type Cents, cents } from './money.ts'

interface Line {
  mod: { price?: Cents; discountPrice?: Cents | null } | null
}

/**
 * The total sums `price`, as the specification requires, so it may show more than is charged, never less. The charged
 * amount is `youPay`. A mod that is no longer for sale counts as 0.
 */
export const cartTotals = (items: readonly Line[]) => {
  const total = sum(items, ({ price }) => price)
  const youPay = sum(items, ({ price, discountPrice }) => discountPrice ?? price)
  return { total, discounts: cents(total - youPay), youPay }
}

const sum = (items: readonly Line[], amount: (mod: NonNullable<Line['mod']>) => Cents | undefined): Cents =>
  cents(items.reduce((total, { mod }) => total + ((mod && amount(mod)) ?? 0), 0))
