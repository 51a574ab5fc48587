import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS, MINUTE_MS } from '@slipstream/contract/durations'
import { type Db, inTransaction, readRows, type Tx } from '@slipstream/db/client'
import { type Span, within } from '#lib/span.ts'
import { type PartOfSales, partsFrom, returnsFrom, slotsFrom } from './sale-entries.ts'

const SLOT_MS = 15 * MINUTE_MS
/** With more stale spans than this, everything from the first to the last is read from the ledger. */
const MOST_STALE = 20

/** In milliseconds since 1970, so that quarter hours and UTC days begin at multiples of their length. */
interface Times {
  start: number
  end: number
}

interface Divided {
  counted: Span[]
  uncounted: Span[]
}

const toSpan = ({ start, end }: Times): Span => ({
  startsAt: new Date(start).toISOString(),
  endsAt: new Date(end).toISOString(),
})

/** Splits a span into whole units unchanged since they were counted, and the rest: both ends and all stale units. */
const divide = ({ start, end }: Times, stale: readonly number[], width: number): Divided => {
  const first = Math.min(end, Math.ceil(start / width) * width)
  const last = Math.max(first, Math.floor(end / width) * width)
  const changed = merge(
    stale.filter((at) => at >= first && at < last).map((at) => Math.floor(at / width) * width),
    width,
  )
  const uncounted = [{ start, end: first }, ...changed, { start: last, end }]
  const counted = uncounted.slice(1).map((next, place) => ({ start: uncounted[place]?.end ?? start, end: next.start }))
  const spansOf = (all: readonly Times[]) => all.filter((one) => one.start < one.end).map(toSpan)
  return { counted: spansOf(counted), uncounted: spansOf(uncounted) }
}

/** Splits spans of whole days into whole UTC months and the days before and after them. */
const splitMonths = (spans: readonly Span[]): { days: Span[]; months: Span[] } => {
  const [days, months]: [Span[], Span[]] = [[], []]
  for (const { startsAt, endsAt } of spans) {
    const [start, end] = [new Date(startsAt), new Date(endsAt)]
    const first = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + (start.getUTCDate() > 1 ? 1 : 0)))
    const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth()))
    if (first >= last) {
      days.push({ startsAt, endsAt })
      continue
    }
    const [firstMonth, endMonth] = [first.toISOString(), last.toISOString()]
    months.push({ startsAt: firstMonth, endsAt: endMonth })
    if (start < first) days.push({ startsAt, endsAt: firstMonth })
    if (last < end) days.push({ startsAt: endMonth, endsAt })
  }
  return { days, months }
}

/** Joins adjacent units. The units must be sorted. */
const merge = (units: readonly number[], width: number): Times[] => {
  const merged: Times[] = []
  for (const start of units) {
    const before = merged.at(-1)
    if (before && start <= before.end) before.end = start + width
    else merged.push({ start, end: start + width })
  }
  const [first, last] = [merged[0], merged.at(-1)]
  return first && last && merged.length > MOST_STALE ? [{ start: first.start, end: last.end }] : merged
}

interface Sums {
  /** The sums of the span, one row per 15 minutes with sales. */
  slots: SQL
  /** Sums by mod, coupon or country, per UTC month or day. */
  parts: (wanted: readonly PartOfSales[]) => SQL
  /** Every payment of an order, with the times of the buyer's previous and first order. */
  returns: SQL
}

/**
 * Queries for the sums of a span. Counted and current units come from the stored sums, the rest from the ledger. All is
 * read from one snapshot, so it is exact at any moment, even while the job is counting.
 */
export const withSums = <T>(db: Db, span: Span, read: (tx: Tx, sums: Sums) => Promise<T>): Promise<T> =>
  inTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`)
    const [times] = await readRows<Times & { stale: number[] }>(
      tx,
      sql`select ${epochOf(sql`start`)} as start, ${epochOf(sql`"end"`)} as end, array(
          select distinct ${epochOf(sql`starts_at`)} from stale_sales
          where starts_at >= sales_slot(start) and starts_at < "end" order by 1) as stale
        from (select ${span.startsAt}::timestamptz as start, ${span.endsAt}::timestamptz as "end") span`,
    )
    if (!times) throw new Error('the times were not read')
    const [slots, days] = [divide(times, times.stale, SLOT_MS), divide(times, times.stale, DAY_MS)]
    const counted = splitMonths(days.counted)
    return read(tx, {
      slots: sql`${kept('sales_slots', slots.counted)} union all ${slotsFrom(slots.uncounted)}`,
      parts: (wanted) => sql`
        select * from (${kept('sales_parts', counted.days)} union all ${kept('sales_months', counted.months)}) kept
        where part = any (${sql.param([...wanted])}::text[])
        union all ${partsFrom(days.uncounted, wanted)}`,
      returns: sql`${kept('sales_returns', slots.counted)} union all ${returnsFrom(slots.uncounted)}`,
    })
  })

const epochOf = (moment: SQL) => sql`(extract(epoch from ${moment}) * 1000)::float8`

/** One query per span, so that each can use the index. */
const kept = (table: 'sales_slots' | 'sales_parts' | 'sales_months' | 'sales_returns', spans: readonly Span[]) => {
  const rows = sql`select * from ${sql.raw(table)}`
  const conditionOf = {
    sales_slots: (span: Span) => within('starts_at', span),
    sales_returns: (span: Span) => within('at', span),
    sales_parts: ({ startsAt, endsAt }: Span) => sql`day >= ${startsAt}::date and day < ${endsAt}::date`,
    sales_months: ({ startsAt, endsAt }: Span) => sql`month >= ${startsAt}::date and month < ${endsAt}::date`,
  }[table]
  return sql.join(
    [sql`${rows} where false`, ...spans.map((span) => sql`${rows} where ${conditionOf(span)}`)],
    sql` union all `,
  )
}
