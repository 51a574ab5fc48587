import { sql } from 'drizzle-orm'
import { DAY_MS } from '@slipstream/contract/durations'
import { readRows } from '@slipstream/db/client'
import { checkMoney } from '#features/reconciliation/money-check.service.ts'
import type { DrillStore } from './open-drill-store.ts'

interface Judged {
  startedAt: Date
  /** Numbers that the lost store had issued. */
  issued: readonly string[]
  /** Numbers that the opened copy has issued for new sales. */
  issuedAfter: readonly string[]
  /** Addresses that got mail from the opened copy before a person released its kind, and all that have got any by now. */
  mailedUnasked: readonly string[]
  mailed: readonly string[]
}

/** The addresses that have got mail since then. */
export const mailsSince = (now: ReadonlyMap<string, number>, then: ReadonlyMap<string, number>) =>
  [...now].flatMap(([address, times]) => (times > (then.get(address) ?? 0) ? [address] : []))

/** What is wrong at the end; empty if Stripe, books, numbers and outgoing mail are right. */
export const judge = async (store: DrillStore, judged: Judged) => {
  const { db, payments, stripe } = store
  const { startedAt, issued, issuedAfter, mailedUnasked, mailed } = judged
  const check = await checkMoney(payments, {
    since: new Date(startedAt.getTime() - 2 * DAY_MS),
    until: new Date(Date.now() + 5 * DAY_MS),
  })
  const [book] = await readRows<{ net: number }>(
    db,
    sql`select coalesce(sum(amount_cents), 0)::float8 as net from ledger_entries
      where at >= ${startedAt.toISOString()}::timestamptz - interval '2 days'`,
  )
  const atStripe = (await stripe.money())?.net ?? 0
  const [lapsed] = await readRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from subscriptions s join users u on u.id = s.user_id
      where s.status = 'active' and u.premium_expires_at is distinct from s.access_until`,
  )
  const repeated = issuedAfter.filter((number) => issued.includes(number))
  return {
    check,
    net: { atStripe, inBooks: book?.net ?? 0 },
    problems: [
      ...check.differences.map(({ kind, detail }) => `${kind}: ${detail}`),
      ...(atStripe === book?.net ? [] : [`Stripe has ${atStripe} cents, the books ${book?.net}`]),
      ...(lapsed?.count === 0 ? [] : [`${lapsed?.count} subscribers have the wrong Premium`]),
      ...repeated.map((number) => `${number} was issued twice`),
      ...mailedUnasked.map((address) => `${address} got mail from the opened copy before a person released it`),
      // The lost store has sent the newsletter and the announcements to all readers.
      ...mailed.filter((address) => address.startsWith('reader_')).map((address) => `${address} got a mail again`),
    ],
  }
}
