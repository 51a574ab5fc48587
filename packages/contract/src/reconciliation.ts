import * as z from 'zod/mini'
import { CentsAmount } from './cents-amount.ts'
import { endpoint } from './endpoint.ts'

/** One thing in which Stripe, the ledger, the orders and the lockers do not agree. */
export const MoneyDifference = z.object({
  /** `missing_in_ledger`, `order_and_ledger`, `entitlement_missing` … */
  kind: z.string(),
  orderNumber: z.nullable(z.string()),
  /** Stripe’s id, where it is about one. */
  stripeId: z.nullable(z.string()),
  detail: z.string(),
})
export type MoneyDifference = z.output<typeof MoneyDifference>

export const MoneyCheck = z.object({
  checkedAt: z.iso.datetime(),
  isRight: z.boolean(),
  /** What Stripe and the ledger say that the store has kept since the check looks back to. */
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
    summary: 'What the latest money check found; null before the first one',
    access: 'admin',
    response: z.nullable(MoneyCheck),
  }),
  runMoneyCheck: endpoint({
    method: 'POST',
    path: '/api/admin/money-check',
    summary: 'Lets the worker check the money now',
    access: 'admin',
    response: z.object({ success: z.literal(true), message: z.string() }),
  }),
}
