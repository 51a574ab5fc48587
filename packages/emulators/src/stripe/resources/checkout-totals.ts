import type Stripe from 'stripe'
import { amountText } from '../core/amount-text.ts'
import { invalidRequest } from '../core/failure.ts'
import { discountOn } from './coupons.ts'

const LOWEST_TOTAL = 50

/** The total of the amounts, with the discount rounded once. */
export const sumsOf = (amounts: readonly number[], coupon: Stripe.Coupon | null) => {
  const subtotal = sum(amounts)
  const discount = coupon ? discountOn(coupon, subtotal) : 0
  return {
    amount_subtotal: subtotal,
    amount_total: subtotal - discount,
    total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: 0 },
  }
}

/** The lines, each with its share of the discount. */
export const discountedLines = (lines: readonly Stripe.LineItem[], discount: number): Stripe.LineItem[] => {
  const shares = shareOut(
    discount,
    lines.map(({ amount_subtotal }) => amount_subtotal),
  )
  return lines.map((line, position) => {
    const share = shares[position] ?? 0
    return { ...line, amount_discount: share, amount_total: line.amount_subtotal - share }
  })
}

/** Divides an amount in proportion to the weights, so that the parts add up to it and none exceeds its weight. */
export const shareOut = (amount: number, weights: readonly number[]) => {
  const whole = BigInt(sum(weights))
  let weighed = 0n
  let given = 0n
  return weights.map((weight) => {
    weighed += BigInt(weight)
    // The cumulative share minus what was allocated before, so rounding never loses or adds a cent.
    const due = whole === 0n ? 0n : (BigInt(amount) * weighed) / whole
    const share = due - given
    given = due
    return Number(share)
  })
}

/** A total of zero is fine, but a payment must reach Stripe's minimum. */
export const refuseSmallTotal = (total: number, currency: string) => {
  if (total === 0 || total >= LOWEST_TOTAL) return
  throw invalidRequest(
    `The Checkout Session's total amount due must add up to at least ${amountText(LOWEST_TOTAL, currency)} ${currency}`,
    { code: 'amount_too_small' },
  )
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
