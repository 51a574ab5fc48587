import { sql } from 'drizzle-orm'
import type { Sales, SalesDay } from '@slipstream/contract/analytics'
import { cents } from '@slipstream/contract/money'
import { type Db, readRows } from '@slipstream/db/client'
import type { Span } from '#lib/span.ts'
import { withSums } from './sale-spans.service.ts'
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

/** The sales of each day that has any, from sums of 15 minutes, which fit the days of every time zone. */
export const readSalesByDay = async (db: Db, timeZone: string, span: Span) => {
  const rows = await withSums(db, span, (tx, { slots }) =>
    readRows<Counts & { day: string }>(
      tx,
      sql`select (starts_at at time zone ${timeZone}::text)::date::text as day,
        sum(paid + discount)::float8 as "grossCents", sum(discount)::float8 as "discountCents",
        sum(refunded)::float8 as "refundCents", sum(paid - refunded)::float8 as "netCents",
        sum(premium_paid)::float8 as "premiumCents", sum(orders)::int as orders, sum(refunds)::int as refunds,
        sum(new_customers)::int as "newCustomers"
      from (${slots}) slot group by 1`,
    ),
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
