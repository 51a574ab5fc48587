import { createHash } from 'node:crypto'
import type { Quote, QUOTE_PROBLEMS } from '@slipstream/contract/checkout'
import { cents, formatUsd } from '@slipstream/contract/money'
import type { Db } from '@slipstream/db/client'
import { cartForCheckout } from '#features/cart/cart.service.ts'
import { discountOf, findCoupon } from '#features/coupons/claim-coupon.service.ts'
import { ownedModIds } from '#features/entitlements/ownership.service.ts'
import { currentConsents } from '#features/orders/consents.ts'
import { includedModIds } from '#features/premium/included-mods.service.ts'
import { isTooSmall, type PricedCart, priceCart } from './price-cart.ts'

export interface Buyer {
  id: number
  /** For the receipt. Its owner may confirm it later. */
  email: string | null
}

type CartLine = Awaited<ReturnType<typeof cartForCheckout>>['lines'][number]

/**
 * What a cart costs right now, and what prevents buying it. Mods that Premium includes are left out unless the member
 * buys them to keep.
 */
export const quoteCart = async (db: Db, buyer: Buyer, code: string | undefined, now = new Date()) => {
  const cart = await cartForCheckout(db, buyer.id, now)
  const modIds = cart.lines.map(({ modId }) => modId)
  const owned = await ownedModIds(db, buyer.id, modIds)
  const given = await includedModIds(db, buyer.id, modIds, now)
  const isLeftOut = ({ modId, buyToKeep }: CartLine) => given.has(modId) && !buyToKeep && !owned.has(modId)
  const lines = cart.lines.filter((line) => !isLeftOut(line))
  const included = cart.lines.filter(isLeftOut)
  const typed = code === undefined || code === '' ? null : await findCoupon(db, buyer.id, code, now)
  const coupon = typed?.problem === null ? typed.coupon : null
  const priced = priceCart(lines, coupon && discountOf(coupon))
  return {
    priced,
    owned,
    included,
    coupon,
    couponProblem: typed?.problem ?? null,
    problem: problemOf(buyer, { priced, owned, included }),
  }
}
export type QuotedCart = Awaited<ReturnType<typeof quoteCart>>

interface Findings {
  priced: PricedCart
  owned: Set<number>
  included: readonly CartLine[]
}

const problemOf = (buyer: Buyer, { priced: { lines, totalCents }, owned, included }: Findings) => {
  const problems: [(typeof QUOTE_PROBLEMS)[number], boolean][] = [
    ['checkout.all_included', lines.length === 0 && included.length > 0],
    ['checkout.cart_empty', lines.length === 0],
    ['checkout.owned', owned.size > 0],
    ['checkout.too_small', isTooSmall(totalCents)],
    ['checkout.email_needed', buyer.email === null],
  ]
  return problems.find(([, is]) => is)?.[0] ?? null
}

export const toQuote = (quoted: QuotedCart): Quote => {
  const { priced, owned, included, coupon, couponProblem, problem } = quoted
  return {
    ...priced,
    quote: nameOf(quoted),
    lines: priced.lines.map((line) => ({ ...line, isOwned: owned.has(line.modId) })),
    included: included.map(({ modId, title }) => ({ modId, title })),
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
