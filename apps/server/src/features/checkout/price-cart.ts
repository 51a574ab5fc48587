import { LEAST_CHARGE_CENTS } from '@slipstream/contract/checkout'
import { type Cents, cents } from '@slipstream/contract/money'
import { allocateCents } from '#lib/allocate-cents.ts'

interface CartLine {
  modId: number
  title: string
  price: Cents
  discountPrice: Cents | null
}

/** What a coupon takes off, without its terms. */
export type CouponDiscount = { kind: 'percent'; percent: number } | { kind: 'amount'; amountCents: number }

interface PricedLine {
  modId: number
  title: string
  priceCents: Cents
  saleCents: Cents
  couponCents: Cents
  paysCents: Cents
}

export interface PricedCart {
  lines: PricedLine[]
  subtotalCents: Cents
  saleCents: Cents
  couponCents: Cents
  totalCents: Cents
}

/**
 * The only place that prices a cart. The coupon applies after sales and is rounded once for the whole cart; its cents
 * are allocated to the lines so that each line can be refunded by itself.
 */
export const priceCart = (cart: readonly CartLine[], coupon: CouponDiscount | null): PricedCart => {
  const afterSale = cart.map(({ price, discountPrice }) => discountPrice ?? price)
  const couponCents = coupon === null ? 0 : couponOn(coupon, sum(afterSale))
  const shares = allocateCents(couponCents, afterSale)
  const lines = cart.map(({ modId, title, price }, position) => {
    const left = afterSale[position] ?? price
    const share = shares[position] ?? 0
    return {
      modId,
      title,
      priceCents: price,
      saleCents: cents(price - left),
      couponCents: cents(share),
      paysCents: cents(left - share),
    }
  })
  return {
    lines,
    subtotalCents: cents(sum(lines.map((line) => line.priceCents))),
    saleCents: cents(sum(lines.map((line) => line.saleCents))),
    couponCents: cents(couponCents),
    totalCents: cents(sum(lines.map((line) => line.paysCents))),
  }
}

/** Half a cent is rounded in the buyer's favor. A total is never negative. */
const couponOn = (coupon: CouponDiscount, amount: number) =>
  Math.min(amount, coupon.kind === 'percent' ? Math.round((amount * coupon.percent) / 100) : coupon.amountCents)

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** More than zero, and less than the card provider accepts. */
export const isTooSmall = (total: Cents) => total > 0 && total < LEAST_CHARGE_CENTS
