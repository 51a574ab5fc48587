import type Stripe from 'stripe'
import { idOf } from './account.ts'
import type { StripeState } from './state.ts'

/** All payments and refunds in one currency, in its smallest unit. */
export interface MoneyTotal {
  paid: number
  refunded: number
  /** Withdrawn by banks and not won back. */
  disputed: number
  /** What remains, before Stripe's fees. */
  net: number
  /** Number of successful payments. */
  payments: number
  refunds: number
}

/** The true totals per currency, to compare the store's books with. */
export const moneyTotals = (state: StripeState, metadata: Record<string, string> = {}): Record<string, MoneyTotal> => {
  const charges = Object.values(state.charges).filter((charge) => charge.paid && carries(charge, metadata))
  const counted = new Set(charges.map(({ id }) => id))
  const belongs = ({ charge }: Stripe.Refund | Stripe.Dispute) => counted.has(idOf(charge) ?? '')
  const refunds = Object.values(state.refunds).filter((refund) => belongs(refund) && refund.status === 'succeeded')
  const disputes = Object.values(state.disputes).filter((dispute) => belongs(dispute) && dispute.status !== 'won')

  const totalIn = (currency: string): MoneyTotal => {
    const inCurrency = <Row extends { currency: string }>(rows: readonly Row[]) =>
      rows.filter((row) => row.currency === currency)
    const paid = sum(inCurrency(charges).map(({ amount_captured: amount }) => amount))
    const refunded = sum(inCurrency(refunds).map(({ amount }) => amount))
    const disputed = sum(inCurrency(disputes).map(({ amount }) => amount))
    return {
      paid,
      refunded,
      disputed,
      net: paid - refunded - disputed,
      payments: inCurrency(charges).length,
      refunds: inCurrency(refunds).length,
    }
  }
  const currencies = new Set(charges.map(({ currency }) => currency))
  return Object.fromEntries([...currencies].map((currency) => [currency, totalIn(currency)]))
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

const carries = (charge: Stripe.Charge, wanted: Record<string, string>) =>
  Object.entries(wanted).every(([name, value]) => charge.metadata[name] === value)
