import { sql } from 'drizzle-orm'
import { DAY_MS } from '@slipstream/contract/durations'
import { type Db, readRows } from '@slipstream/db/client'
import type { Span } from '#lib/span.ts'

/** The moment that counts as now, and the zone in which the store's days begin and end. */
export interface StoreClock {
  now: Date
  timeZone: string
}

/** The first and last calendar day. The days they are compared with are `shift` days earlier. */
export interface Days {
  from: string
  to: string
  shift: number
}

export interface Periods {
  now: Span
  before: Span
  /** Whether the last day is not over yet. */
  isUnfinished: boolean
}

/**
 * When these days begin and end. An unfinished period ends now, and the period before ends at the same time of its own
 * day. PostgreSQL computes with the zone's wall clock, so that days of 23 and 25 hours are whole days too.
 */
export const readPeriods = async (db: Db, clock: StoreClock, { from, to, shift }: Days): Promise<Periods> => {
  const [row] = await readRows<
    Record<'start' | 'end' | 'beforeStart' | 'beforeEnd', string> & { isUnfinished: boolean }
  >(
    db,
    sql`with clock as (
        select ${clock.timeZone}::text as zone, ${clock.now.toISOString()}::timestamptz as now,
          ${from}::date as first, ${to}::date as last, ${shift}::int as shift),
      edges as (select *, (last + 1)::timestamp at time zone zone as whole from clock)
      select (first::timestamp at time zone zone)::text as start,
        least(whole, now)::text as end,
        ((first - shift)::timestamp at time zone zone)::text as "beforeStart",
        (case when now < whole then ((now at time zone zone) - make_interval(days => shift)) at time zone zone
          else (last + 1 - shift)::timestamp at time zone zone end)::text as "beforeEnd",
        now < whole as "isUnfinished"
      from edges`,
  )
  if (!row) throw new Error('the period was not computed')
  return {
    now: { startsAt: row.start, endsAt: row.end },
    before: { startsAt: row.beforeStart, endsAt: row.beforeEnd },
    isUnfinished: row.isUnfinished,
  }
}

/** Today and the Monday of this week, by the store's calendar. */
export const readToday = async (db: Db, { now, timeZone }: StoreClock) => {
  const [row] = await readRows<{ today: string; monday: string }>(
    db,
    sql`select today::text, date_trunc('week', today)::date::text as monday
      from (select (${now.toISOString()}::timestamptz at time zone ${timeZone}::text)::date as today) clock`,
  )
  if (!row) throw new Error('the day was not computed')
  return row
}

export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** Both ends included. */
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
