import * as z from 'zod/mini'
import { CentsAmount } from './cents-amount.ts'
import { done } from './done.ts'
import { endpoint } from './endpoint.ts'

/** One difference between Stripe, the ledger, the orders and the lockers. */
export const MoneyDifference = z.object({
  /** `missing_in_ledger`, `order_and_ledger`, `entitlement_missing` … */
  kind: z.string(),
  orderNumber: z.nullable(z.string()),
  /** Stripe’s id, if there is one. */
  stripeId: z.nullable(z.string()),
  detail: z.string(),
})
export type MoneyDifference = z.output<typeof MoneyDifference>

export const MoneyCheck = z.object({
  checkedAt: z.iso.datetime(),
  isRight: z.boolean(),
  /** The store’s net revenue in the checked period, according to Stripe and to the ledger. */
  stripeCents: CentsAmount,
  ledgerCents: CentsAmount,
  orders: z.int(),
  differences: z.array(MoneyDifference),
})
export type MoneyCheck = z.output<typeof MoneyCheck>

export const reconciliationApi = {
  moneyCheck: endpoint({
    method: 'GET',
    path: '/api/admin/money-check',
    summary: 'Get the result of the latest money check; null before the first one',
    access: 'admin',
    response: z.nullable(MoneyCheck),
  }),
  runMoneyCheck: endpoint({
    method: 'POST',
    path: '/api/admin/money-check',
    summary: 'Start a money check in the worker',
    access: 'admin',
    needsProof: 'no: moves no money',
    response: done(),
  }),
}
