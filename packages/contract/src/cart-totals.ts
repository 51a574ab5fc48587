import { type Cents, cents } from './money.ts'

/** What a line shows for a mod without a title, or without a category. */
export const UNKNOWN_MOD = 'Unknown Mod'
export const NO_CATEGORY = 'misc'

interface Line {
  mod: { price?: Cents; discountPrice?: Cents | null } | null
}

/**
 * The total sums `price`, as the specification requires, so it may show more than is charged, never less. The charged
 * amount is `youPay`: after discounts, and without the mods that Premium includes. A mod that is no longer for sale
 * counts as 0.
 */
export const cartTotals = <Item extends Line>(
  items: readonly Item[],
  isIncluded: (item: Item) => boolean = () => false,
) => {
  const charged = items.filter((item) => !isIncluded(item))
  const total = sum(items, ({ price }) => price)
  const chargedTotal = sum(charged, ({ price }) => price)
  const youPay = sum(charged, ({ price, discountPrice }) => discountPrice ?? price)
  return { total, included: cents(total - chargedTotal), discounts: cents(chargedTotal - youPay), youPay }
}

const sum = (items: readonly Line[], amount: (mod: NonNullable<Line['mod']>) => Cents | undefined): Cents =>
  cents(items.reduce((total, { mod }) => total + ((mod && amount(mod)) ?? 0), 0))
