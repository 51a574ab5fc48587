import { desc, sql } from 'drizzle-orm'
import { DAY_MS } from '@slipstream/contract/durations'
import type { MoneyCheck, MoneyDifference } from '@slipstream/contract/reconciliation'
import { cents } from '@slipstream/contract/money'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { moneyChecks } from '@slipstream/db/tables/payments'
import type { StripeGateway } from '#gateways/stripe.ts'
import { readClock } from '#lib/database-clock.ts'
import { compareBooks } from './compare-books.service.ts'
import { enqueueAll } from '#lib/jobs/jobs.ts'
import type { Period } from './compare-pages.service.ts'
import { compareWithStripe } from './compare-with-stripe.service.ts'

interface Parts {
  db: Db
  stripe: StripeGateway
}

/** A result with thousands of differences would not help anyone. */
const MOST_NAMED = 200

/**
 * Compares Stripe, ledger, orders and lockers. Within the period every movement of money is compared with Stripe; our
 * own books are compared with each other from the first day on.
 */
export const checkMoney = async ({ db, stripe }: Parts, period: Period): Promise<Omit<MoneyCheck, 'checkedAt'>> => {
  const outside = await compareWithStripe(db, stripe, period)
  const inside = await compareBooks(db)
  const differences: MoneyDifference[] = [...outside.differences, ...inside.differences]
  return {
    isRight: differences.length === 0,
    stripeCents: outside.stripeCents,
    ledgerCents: outside.ledgerCents,
    orders: inside.orders,
    differences: differences.slice(0, MOST_NAMED),
  }
}

/** How far back the daily check looks; older movements were checked on the days before. */
const CHECKED_MS = 35 * DAY_MS
/** A payment may take this long to reach us if its webhook is late or lost. */
const ON_ITS_WAY_MS = 15 * 60_000

export const keepMoneyCheck = async (parts: Parts, at?: number) => {
  const now = at ?? (await readClock(parts.db)).getTime()
  const result = await checkMoney(parts, {
    since: new Date(now - CHECKED_MS),
    until: new Date(now - ON_ITS_WAY_MS),
  })
  await inTransaction(parts.db, async (tx) => {
    await noteUnknown(tx, result.differences)
    await tx.insert(moneyChecks).values({ isRight: result.isRight, result })
    await tx.delete(moneyChecks).where(sql`${moneyChecks.at} < now() - interval '1 year'`)
  })
}

/** A payment that is in no ledger may belong to something that was lost. */
const noteUnknown = (tx: Tx, differences: readonly MoneyDifference[]) =>
  enqueueAll(
    tx,
    'payments.note_stray',
    differences.flatMap(({ kind, stripeId }) =>
      kind === 'stripe_not_ledger' && stripeId?.startsWith('pi_')
        ? [{ jobKey: `stray-${stripeId}`, payload: { stripeId } }]
        : [],
    ),
  )

export const latestMoneyCheck = async (db: Db): Promise<MoneyCheck | null> => {
  const [latest] = await db.select().from(moneyChecks).orderBy(desc(moneyChecks.at)).limit(1)
  if (!latest) return null
  const { result, at } = latest
  const { stripeCents, ledgerCents, ...rest } = result
  return { ...rest, stripeCents: cents(stripeCents), ledgerCents: cents(ledgerCents), checkedAt: at.toISOString() }
}
