import { amountText } from '../core/amount-text.ts'
import { invalidRequest } from '../core/failure.ts'

const LOWEST_TOTAL = 50

/** The total of the amounts. */
export const sumsOf = (amounts: readonly number[]) => {
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  return {
    amount_subtotal: total,
    amount_total: total,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  }
}

/** A total of zero is fine, but a payment must reach Stripe's minimum. */
export const refuseSmallTotal = (total: number, currency: string) => {
  if (total === 0 || total >= LOWEST_TOTAL) return
  throw invalidRequest(
    `The Checkout Session's total amount due must add up to at least ${amountText(LOWEST_TOTAL, currency)} ${currency}`,
    { code: 'amount_too_small' },
  )
}
