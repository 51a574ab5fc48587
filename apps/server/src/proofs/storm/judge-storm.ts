import { sql } from 'drizzle-orm'
import { DAY_MS } from '@slipstream/contract/durations'
import { checkMoney } from '#features/reconciliation/money-check.service.ts'
import { judgeSubscribers } from './judge-subscribers.ts'
import type { StoreOfProcesses } from './open-processes.ts'
import type { SubscriberAccount } from './storm-subscribers.ts'

interface Owed {
  userId: number
  mods: ReadonlySet<number>
  paidCents: number
  refundedCents: number
}

export interface Accounts {
  buyers: readonly Owed[]
  subscribers: readonly SubscriberAccount[]
}

/** Compares what customers paid and are owed with Stripe, the ledger, the subscriptions and the lockers. */
export const judgeStorm = async (store: StoreOfProcesses, { buyers, subscribers }: Accounts) => {
  const { db, stripe, payments } = store
  const { rows: lockers } = await db.execute<{ owned: string }>(sql`
    select user_id || ' ' || mod_id as owned from entitlements where revoked_at is null`)
  const { rows: books } = await db.execute<{ ledger: number; waiting: number }>(sql`
    select (select coalesce(sum(amount_cents), 0)::int from ledger_entries) as ledger,
      (select count(*)::int from order_refunds where state = 'queued')
        + (select count(*)::int from subscription_refunds where state = 'queued')
        + (select count(*)::int from subscriptions where end_requested is not null) as waiting`)
  const owned = new Set(lockers.map((row) => row.owned))
  const owed = new Set(buyers.flatMap(({ userId, mods }) => [...mods].map((mod) => `${userId} ${mod}`)))
  const shown = [...buyers, ...subscribers].reduce(
    (sum, { paidCents, refundedCents }) => sum + paidCents - refundedCents,
    0,
  )
  const atStripe = (await stripe.money())?.net ?? 0
  const ledger = books[0]?.ledger ?? 0
  return {
    atStripe,
    /** The largest difference between what customers were shown, Stripe's total and the ledger's, in cents. */
    difference: Math.max(shown, atStripe, ledger) - Math.min(shown, atStripe, ledger),
    missing: [...owed].filter((one) => !owned.has(one)).length,
    extra: lockers.length - [...owned].filter((one) => owed.has(one)).length,
    waiting: books[0]?.waiting ?? 0,
    /** One line for each subscriber who does not have what they are owed. */
    strayed: await judgeSubscribers(store, subscribers),
    // Stripe's clock is a day ahead after the renewals.
    check: await checkMoney(payments, { since: new Date(0), until: new Date(Date.now() + 7 * DAY_MS) }),
  }
}
export type Verdict = Awaited<ReturnType<typeof judgeStorm>>

export const isRight = ({ difference, missing, extra, waiting, strayed, check }: Verdict) =>
  difference === 0 && missing === 0 && extra === 0 && waiting === 0 && strayed.length === 0 && check.isRight
