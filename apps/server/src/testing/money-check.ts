import { expect } from 'vitest'
import { sql } from 'drizzle-orm'
import { checkMoney } from '#features/reconciliation/money-check.service.ts'
import type { BuyingStore } from './buying-store.ts'

/** Stripe, ledger, orders and lockers agree to the cent. Call it at the end of every test of buying. */
export const expectMoneyIsRight = async ({ payments, stripe, db }: Pick<BuyingStore, 'payments' | 'stripe' | 'db'>) => {
  const check = await checkMoney(payments, { since: new Date(0), until: new Date(Date.now() + 365 * 86_400_000) })
  expect(check.differences).toEqual([])
  expect(check.ledgerCents).toBe(check.stripeCents)
  // Also compares with the emulator's own sum, which is independent of the store's code.
  const { rows } = await db.execute<{ sum: number }>(
    sql`select coalesce(sum(amount_cents), 0)::int as sum from ledger_entries`,
  )
  expect(rows[0]?.sum).toBe((await stripe.money())?.net ?? 0)
  return check
}
