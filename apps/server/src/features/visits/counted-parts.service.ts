import { sql } from 'drizzle-orm'
import { type Db, readRows } from '@slipstream/db/client'
import { type Span, within } from '#lib/span.ts'
import { PARTS, partsOf } from './count-visits.service.ts'

export interface CountedPart extends Record<string, unknown> {
  part: string
  name: string
  count: number
}

/** The whole days of UTC inside of the span, and the whole months inside of these days. */
interface Edges extends Record<string, unknown> {
  firstDay: string
  endDay: string
  firstMonth: string
  endMonth: string
}

const readEdges = async (db: Db, { startsAt, endsAt }: Span): Promise<Edges> => {
  const [edges] = await readRows<Edges>(
    db,
    sql`with day as (
        select ceiled as first, greatest(ceiled, date_trunc('day', ${endsAt}::timestamptz, 'UTC')) as last
        from (select date_trunc('day', ${startsAt}::timestamptz - interval '1 microsecond', 'UTC') + interval '24 hours'
          as ceiled) start),
      month as (
        select ceiled as first, greatest(ceiled, date_trunc('month', last, 'UTC')) as last
        from day, lateral (select ((date_trunc('month', (first - interval '1 microsecond') at time zone 'UTC')
          + interval '1 month') at time zone 'UTC') as ceiled) start)
      select day.first::text as "firstDay", day.last::text as "endDay", month.first::text as "firstMonth",
        month.last::text as "endMonth" from day, month`,
  )
  if (!edges) throw new Error('the days were not computed')
  return edges
}

/**
 * How often each name occurred in a span, the most frequent of every part. Whole months and days were counted before;
 * only what is left at both ends, less than a day each, is counted from the events. So every time zone is exact.
 */
export const readCountedParts = async (
  db: Db,
  span: Span,
  { parts, most }: { parts: readonly string[]; most: number },
): Promise<CountedPart[]> => {
  const { firstDay, endDay, firstMonth, endMonth } = await readEdges(db, span)
  const counted = (grain: 'day' | 'month', startsAt: string, endsAt: string) =>
    sql`select part, name, sum(count) as count from visit_counts
      where part = any (${sql.param([...parts])}::text[]) and grain = ${grain}
        and ${within('starts_at', { startsAt, endsAt })}
      group by part, name`
  // A span without a whole day of UTC is counted from the events alone.
  const ends =
    firstDay === endDay
      ? within('at', span)
      : sql`${within('at', { ...span, endsAt: firstDay })} or ${within('at', { ...span, startsAt: endDay })}`
  const isWithoutMonth = firstMonth === endMonth
  const days = isWithoutMonth
    ? [counted('day', firstDay, endDay)]
    : [counted('day', firstDay, firstMonth), counted('month', firstMonth, endMonth), counted('day', endMonth, endDay)]
  const events = partsOf(
    sql`ends`,
    PARTS.filter(({ part }) => parts.includes(part)),
  )
  return readRows<CountedPart>(
    db,
    sql`with ends as materialized (
        select kind, device, country, page, mod_id, referrer, term, found, vital, value, null as day
        from visit_events where not is_bot and (${ends}))
      select part, name, count from (
        select part, name, sum(count)::float8 as count,
          row_number() over (partition by part order by sum(count) desc, name) as place
        from (${sql.join(days, sql` union all `)} union all select part, name, count from (${events}) event) sums
        group by part, name) ranked
      where place <= ${most} order by part, place`,
  )
}
