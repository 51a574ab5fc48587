import type Stripe from 'stripe'
import type { Account } from './account.ts'
import { newId } from './ids.ts'

/** Stripe's standard fee: 2.9 % and 30 cents. */
const feeOf = (amount: number) => Math.round(amount * 0.029) + 30
const DISPUTE_FEE = 1_500

const CATEGORIES = {
  charge: 'charge',
  refund: 'refund',
  refund_failure: 'refund_failure',
  adjustment: 'dispute',
} as const

interface Movement {
  type: keyof typeof CATEGORIES
  amount: number
  currency: string
  source: string
}

/** Records a balance transaction with its fee. */
export const book = (account: Account, { type, amount, currency, source }: Movement): Stripe.BalanceTransaction => {
  const fee = { charge: feeOf(amount), refund: 0, refund_failure: 0, adjustment: amount < 0 ? DISPUTE_FEE : 0 }[type]
  const booked: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: account.now() + 2 * 24 * 60 * 60,
    balance_type: 'payments',
    created: account.now(),
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency, description: 'Stripe processing fees', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: CATEGORIES[type],
    source,
    status: 'pending',
    type,
  }
  account.state.balanceTransactions[booked.id] = booked
  return booked
}
