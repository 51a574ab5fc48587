import { sql } from 'drizzle-orm'
import { checkMoney } from '#features/reconciliation/money-check.service.ts'
import type { StoreOfProcesses } from './open-processes.ts'

export interface Owed {
  userId: number
  mods: ReadonlySet<number>
  paidCents: number
  refundedCents: number
}

/** Compares what buyers paid and are owed with Stripe, the ledger and the lockers. */
export const judgeStorm = async ({ db, stripe, payments }: StoreOfProcesses, accounts: readonly Owed[]) => {
  const { rows: lockers } = await db.execute<{ owned: string }>(sql`
    select user_id || ' ' || mod_id as owned from entitlements where revoked_at is null`)
  const { rows: books } = await db.execute<{ ledger: number; waiting: number }>(sql`
    select (select coalesce(sum(amount_cents), 0)::int from ledger_entries) as ledger,
      (select count(*)::int from order_refunds where state = 'queued') as waiting`)
  const owned = new Set(lockers.map((row) => row.owned))
  const owed = new Set(accounts.flatMap(({ userId, mods }) => [...mods].map((mod) => `${userId} ${mod}`)))
  const shown = accounts.reduce((sum, { paidCents, refundedCents }) => sum + paidCents - refundedCents, 0)
  const atStripe = (await stripe.money())?.net ?? 0
  const ledger = books[0]?.ledger ?? 0
  return {
    atStripe,
    /** What buyers were shown, Stripe and the ledger, in cents. */
    difference: Math.max(shown, atStripe, ledger) - Math.min(shown, atStripe, ledger),
    missing: [...owed].filter((one) => !owned.has(one)).length,
    extra: lockers.length - [...owned].filter((one) => owed.has(one)).length,
    waiting: books[0]?.waiting ?? 0,
    check: await checkMoney(payments, { since: new Date(0), until: new Date(Date.now() + 86_400_000) }),
  }
}
export type Verdict = Awaited<ReturnType<typeof judgeStorm>>

export const isRight = ({ difference, missing, extra, waiting, check }: Verdict) =>
  difference === 0 && missing === 0 && extra === 0 && waiting === 0 && check.isRight
