import { type SQL, sql } from 'drizzle-orm'
import { type Db, readRows } from '@slipstream/db/client'
import { type Span, within } from '#lib/span.ts'
import { PARTS, partsOf } from './count-visits.service.ts'

export interface CountedPart extends Record<string, unknown> {
  part: string
  name: string
  count: number
}

export interface CountedTerm extends Record<string, unknown> {
  term: string
  count: number
  /** How many of these searches found nothing. */
  missed: number
}

/** The whole UTC days within the span, and the whole months within these days. */
interface Edges extends Record<string, unknown> {
  firstDay: string
  endDay: string
  firstMonth: string
  endMonth: string
}

/** The day in which the span ends counts as whole if nothing has happened since, like today when a report ends now. */
const endOfDays = (endsAt: string) => sql`(
  select case when exists (select from visit_events where at >= ${endsAt}::timestamptz and at < day + interval '24 hours')
    then day else day + interval '24 hours' end
  from (select date_trunc('day', ${endsAt}::timestamptz, 'UTC') as day) running)`

const readEdges = async (db: Db, { startsAt, endsAt }: Span): Promise<Edges> => {
  const [edges] = await readRows<Edges>(
    db,
    sql`with day as (
        select ceiled as first, greatest(ceiled, ${endOfDays(endsAt)}) as last
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

/** Which counts of days and months make up a span, and which events are left at both ends, less than a day each. */
const readPieces = async (db: Db, span: Span): Promise<{ counted: SQL; ends: SQL }> => {
  const { firstDay, endDay, firstMonth, endMonth } = await readEdges(db, span)
  const whole = (grain: 'day' | 'month', startsAt: string, endsAt: string) =>
    sql`(grain = ${grain} and ${within('starts_at', { startsAt, endsAt })})`
  return {
    counted:
      firstMonth === endMonth
        ? whole('day', firstDay, endDay)
        : sql`(${whole('day', firstDay, firstMonth)} or ${whole('month', firstMonth, endMonth)}
            or ${whole('day', endMonth, endDay)})`,
    // A span without a whole UTC day is counted from the events alone.
    ends:
      firstDay === endDay
        ? within('at', span)
        : sql`(${within('at', { ...span, endsAt: firstDay })} or ${within('at', { ...span, startsAt: endDay })})`,
  }
}

/**
 * How often each name occurred in a span, the most frequent of every part. Whole months and days come from stored
 * counts, and only the two ends are counted from the events, so every time zone is exact.
 */
export const readCountedParts = async (
  db: Db,
  span: Span,
  { parts, most }: { parts: readonly string[]; most: number },
): Promise<CountedPart[]> => {
  const { counted, ends } = await readPieces(db, span)
  const events = partsOf(
    sql`ends`,
    PARTS.filter(({ part }) => parts.includes(part)),
  )
  return readRows<CountedPart>(
    db,
    sql`with ends as materialized (
        select kind, device, country, page, mod_id, referrer, vital, value, null as day
        from visit_events where not is_bot and ${ends})
      select part, name, count from (
        select part, name, sum(count) as count,
          row_number() over (partition by part order by sum(count) desc, name collate "C") as place
        from (
          select part, name, count::float8 from visit_counts where part = any (${sql.param([...parts])}::text[]) and ${counted}
          union all select part, name, count from (${events}) event) sums
        group by part, name) ranked
      where place <= ${most} order by part, place`,
  )
}

/** The most frequent searches of a span, and the most frequent ones without a result. */
export const readCountedTerms = async (db: Db, span: Span, most: number) => {
  const { counted, ends } = await readPieces(db, span)
  const rows = await readRows<CountedTerm>(
    db,
    sql`select term, count, missed from (
        select term, sum(count)::float8 as count, sum(missed)::float8 as missed,
          row_number() over (order by sum(count) desc, term collate "C") as place,
          row_number() over (order by sum(missed) desc, term collate "C") as "placeOfMissed"
        from (
          select term, count, missed from visit_terms where ${counted}
          union all select term, count(*)::int, (count(*) filter (where not found))::int from visit_events
            where not is_bot and kind = 'search' and ${ends} group by 1) searched
        group by term) ranked
      where place <= ${most} or "placeOfMissed" <= ${most} order by place`,
  )
  return {
    searches: rows.slice(0, most),
    missed: rows
      .filter(({ missed }) => missed > 0)
      .toSorted((one, other) => other.missed - one.missed)
      .slice(0, most),
  }
}
