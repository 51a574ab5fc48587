import { sql } from 'drizzle-orm'
import type { Sales, SalesDay } from '@slipstream/contract/analytics'
import { cents } from '@slipstream/contract/money'
import { type Db, readRows } from '@slipstream/db/client'
import { orders } from '@slipstream/db/tables/orders'
import { ledgerEntries } from '@slipstream/db/tables/payments'
import { addDays, type Days, daysBetween, type Periods, type Span } from './store-days.service.ts'

type Counts = Record<keyof Sales, number>

const NOTHING: Counts = {
  grossCents: 0,
  discountCents: 0,
  refundCents: 0,
  netCents: 0,
  premiumCents: 0,
  orders: 0,
  refunds: 0,
  newCustomers: 0,
}

/**
 * The sales of each day that has any. Every figure is read from the ledger, so net is the ledger's sum to the cent. A
 * refund counts on its own day; one that failed and a dispute that was won carry the time of the entry they reverse.
 */
export const readSalesByDay = async (db: Db, timeZone: string, { startsAt, endsAt }: Span) => {
  const rows = await readRows<Counts & { day: string }>(
    db,
    sql`select (entry.at at time zone ${timeZone}::text)::date::text as day,
        (coalesce(sum(amount) filter (where is_payment), 0) + coalesce(sum(discount), 0))::float8 as "grossCents",
        coalesce(sum(discount), 0)::float8 as "discountCents",
        -coalesce(sum(amount) filter (where not is_payment), 0)::float8 as "refundCents",
        sum(amount)::float8 as "netCents",
        coalesce(sum(amount) filter (where is_payment and order_id is null), 0)::float8 as "premiumCents",
        count(*) filter (where is_payment and order_id is not null)::int as orders,
        (count(*) filter (where kind = 'refund' and order_id is not null)
          - count(*) filter (where kind = 'refund_failed' and order_id is not null))::int as refunds,
        count(*) filter (where is_first)::int as "newCustomers"
      from (
        select l.at, l.kind, l.order_id, l.amount_cents as amount, l.kind = 'payment' as is_payment,
          o.sale_cents + o.coupon_cents as discount,
          o.id is not null and not exists (
            select from ${orders} earlier where earlier.user_id = o.user_id and earlier.paid_at < o.paid_at) as is_first
        from ${ledgerEntries} l left join ${orders} o on o.id = l.order_id and l.kind = 'payment'
        where l.at >= ${startsAt}::timestamptz and l.at < ${endsAt}::timestamptz) entry
      group by 1`,
  )
  return new Map(rows.map(({ day, ...counts }) => [day, counts]))
}
export type CountsByDay = Awaited<ReturnType<typeof readSalesByDay>>

export const toSales = (counts: Counts = NOTHING): Sales => ({
  ...counts,
  grossCents: cents(counts.grossCents),
  discountCents: cents(counts.discountCents),
  // Without refunds, the negated sum is a negative zero.
  refundCents: cents(counts.refundCents + 0),
  netCents: cents(counts.netCents),
  premiumCents: cents(counts.premiumCents),
})

const NAMES = Object.keys(NOTHING) as (keyof Sales)[]

/** All days together, or only those from the given one on. */
export const sumOf = (byDay: CountsByDay, from = ''): Sales => {
  const sum = { ...NOTHING }
  for (const [day, counts] of byDay) {
    if (day >= from) for (const name of NAMES) sum[name] += counts[name]
  }
  return toSales(sum)
}

/** Every day of the range in order, those without sales too, beside the day it is compared with. */
export const alignDays = (days: Days, now: CountsByDay, before: CountsByDay | null): SalesDay[] =>
  Array.from({ length: daysBetween(days.from, days.to) }, (_, place) => {
    const day = addDays(days.from, place)
    const earlier = addDays(day, -days.shift)
    return {
      day,
      now: toSales(now.get(day)),
      before: before && { day: earlier, sales: toSales(before.get(earlier)) },
    }
  })

export const readBoth = async (db: Db, timeZone: string, periods: Periods) => ({
  now: await readSalesByDay(db, timeZone, periods.now),
  before: await readSalesByDay(db, timeZone, periods.before),
})
