import { sql } from 'drizzle-orm'
import type { Sales, SalesDay } from '@slipstream/contract/analytics'
import { cents } from '@slipstream/contract/money'
import { type Db, readRows } from '@slipstream/db/client'
import type { Span } from '#lib/span.ts'
import { dayIn, entriesFrom } from './sale-entries.ts'
import { addDays, type Days, daysBetween, type Periods } from './store-days.service.ts'

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

/** The sales of each day that has any. */
export const readSalesByDay = async (db: Db, timeZone: string, span: Span) => {
  const rows = await readRows<Counts & { day: string }>(
    db,
    sql`
    select day::text,
      coalesce(sum(amount + coalesce(discount, 0)) filter (where is_payment), 0)::float8 as "grossCents",
      coalesce(sum(discount), 0)::float8 as "discountCents",
      coalesce(-sum(amount) filter (where not is_payment), 0)::float8 as "refundCents",
      sum(amount)::float8 as "netCents",
      coalesce(sum(amount) filter (where is_payment and order_id is null), 0)::float8 as "premiumCents",
      count(*) filter (where is_payment and order_id is not null)::int as orders,
      (count(*) filter (where kind = 'refund' and order_id is not null)
        - count(*) filter (where kind = 'refund_failed' and order_id is not null))::int as refunds,
      count(*) filter (where is_first)::int as "newCustomers"
    from (select ${dayIn(timeZone)} as day, entry.* from (${entriesFrom(span)}) entry) entry group by day`,
  )
  return new Map(rows.map(({ day, ...counts }) => [day, counts]))
}
export type CountsByDay = Awaited<ReturnType<typeof readSalesByDay>>

export const toSales = (counts: Counts = NOTHING): Sales => ({
  ...counts,
  grossCents: cents(counts.grossCents),
  discountCents: cents(counts.discountCents),
  refundCents: cents(counts.refundCents),
  netCents: cents(counts.netCents),
  premiumCents: cents(counts.premiumCents),
})

const NAMES = Object.keys(NOTHING) as (keyof Sales)[]

/** The sum of all days, or of those since `from`. */
export const sumOf = (byDay: CountsByDay, from = ''): Sales => {
  const sum = { ...NOTHING }
  for (const [day, counts] of byDay) {
    if (day >= from) for (const name of NAMES) sum[name] += counts[name]
  }
  return toSales(sum)
}

/** Every day of the range in order, including days without sales, each with the day it is compared with. */
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
