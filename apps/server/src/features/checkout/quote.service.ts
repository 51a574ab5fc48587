import { createHash } from 'node:crypto'
import type { Quote, QUOTE_PROBLEMS } from '@slipstream/contract/checkout'
import { cents, formatUsd } from '@slipstream/contract/money'
import type { Db } from '@slipstream/db/client'
import { cartForCheckout } from '#features/cart/cart.service.ts'
import { discountOf, findCoupon } from '#features/coupons/claim-coupon.service.ts'
import { ownedModIds } from '#features/entitlements/ownership.service.ts'
import { currentConsents } from '#features/orders/consents.ts'
import { isTooSmall, type PricedCart, priceCart } from './price-cart.ts'

export interface Buyer {
  id: number
  /** Null until an address was verified. */
  email: string | null
}

/** What a cart costs right now, and what prevents buying it. */
export const quoteCart = async (db: Db, buyer: Buyer, code: string | undefined, now = new Date()) => {
  const { lines } = await cartForCheckout(db, buyer.id, now)
  const owned = await ownedModIds(
    db,
    buyer.id,
    lines.map(({ modId }) => modId),
  )
  const typed = code === undefined || code === '' ? null : await findCoupon(db, buyer.id, code, now)
  const coupon = typed?.problem === null ? typed.coupon : null
  const priced = priceCart(lines, coupon && discountOf(coupon))
  return { priced, owned, coupon, couponProblem: typed?.problem ?? null, problem: problemOf(buyer, priced, owned) }
}
export type QuotedCart = Awaited<ReturnType<typeof quoteCart>>

const problemOf = (buyer: Buyer, { lines, totalCents }: PricedCart, owned: Set<number>) => {
  const problems: [(typeof QUOTE_PROBLEMS)[number], boolean][] = [
    ['checkout.cart_empty', lines.length === 0],
    ['checkout.owned', owned.size > 0],
    ['checkout.too_small', isTooSmall(totalCents)],
    ['checkout.email_needed', buyer.email === null],
  ]
  return problems.find(([, is]) => is)?.[0] ?? null
}

export const toQuote = (quoted: QuotedCart): Quote => {
  const { priced, owned, coupon, couponProblem, problem } = quoted
  return {
    ...priced,
    quote: nameOf(quoted),
    lines: priced.lines.map((line) => ({ ...line, isOwned: owned.has(line.modId) })),
    coupon: coupon && { code: coupon.code, label: labelOf(coupon) },
    couponProblem,
    problem,
    consents: currentConsents(),
  }
}

const labelOf = (coupon: NonNullable<QuotedCart['coupon']>) => {
  const discount = discountOf(coupon)
  return discount.kind === 'percent' ? `${discount.percent}% off` : `${formatUsd(cents(discount.amountCents))} off`
}

/** Equal names mean equal lines, amounts, coupon and texts, so that the buyer pays what was shown. */
export const nameOf = ({ priced, coupon }: QuotedCart): string =>
  createHash('sha256')
    .update(JSON.stringify([priced, coupon?.id ?? null, currentConsents()]))
    .digest('base64url')
