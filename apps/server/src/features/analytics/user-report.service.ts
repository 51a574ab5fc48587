import { sql } from 'drizzle-orm'
import type { Buyers, CohortReport, UserReport } from '@slipstream/contract/analytics-users'
import type { ReportQuery } from '@slipstream/contract/analytics-sales'
import { type Db, readRows } from '@slipstream/db/client'
import { orders } from '@slipstream/db/tables/orders'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { users } from '@slipstream/db/tables/users'
import { type Span, within } from '#lib/span.ts'
import { readRange } from './report-days.service.ts'
import { dayIn, paymentsFrom } from './sale-entries.ts'
import { addDays, daysBetween, type StoreClock } from './store-days.service.ts'

const NOBODY: Buyers = { accounts: 0, newCustomers: 0, returningCustomers: 0 }

export const readUserReport = async (db: Db, clock: StoreClock, query: ReportQuery): Promise<UserReport> => {
  const {
    days: { from, to },
    periods,
    head,
  } = await readRange(db, clock, query)
  const byDay = await readByDay(db, clock.timeZone, periods.now)
  return {
    ...head,
    now: await readBuyers(db, periods.now),
    before: head.compared ? await readBuyers(db, periods.before) : null,
    days: Array.from({ length: daysBetween(from, to) }, (_, place) => {
      const day = addDays(from, place)
      return { day, ...(byDay.get(day) ?? NOBODY) }
    }),
  }
}

/** Counts each buyer once. Those whose first order is not in the span have returned. */
const BUYERS = sql`count(*) filter (where is_first)::int as "newCustomers",
  (count(distinct user_id) - count(*) filter (where is_first))::int as "returningCustomers"`

const readBuyers = async (db: Db, span: Span): Promise<Buyers> => {
  const [row] = await readRows<Buyers & Record<string, unknown>>(
    db,
    sql`
    select (select count(*)::int from ${users} where ${within('created_at', span)}) as accounts, ${BUYERS}
    from (${paymentsFrom(span)}) payment`,
  )
  return row ?? NOBODY
}

/** Counts a buyer once per day, so the days do not add up to the span. */
const readByDay = async (db: Db, timeZone: string, span: Span) => {
  const rows = await readRows<Buyers & { day: string }>(
    db,
    sql`
    select day::text, sum(accounts)::int as accounts, sum("newCustomers")::int as "newCustomers",
      sum("returningCustomers")::int as "returningCustomers"
    from (
      select ${dayIn(timeZone, 'created_at')} as day, count(*) as accounts, 0 as "newCustomers", 0 as "returningCustomers"
      from ${users} where ${within('created_at', span)} group by 1
      union all
      select ${dayIn(timeZone)}, 0, ${BUYERS} from (${paymentsFrom(span)}) payment group by 1) counted
    group by day`,
  )
  return new Map(rows.map(({ day, ...buyers }) => [day, buyers]))
}

const MONTHS = 12

export const readCohorts = async (db: Db, clock: StoreClock): Promise<CohortReport> => ({
  timeZone: clock.timeZone,
  cohorts: await readReturning(db, clock),
  premium: await readChurn(db, clock),
})

/** The last twelve months by the store's calendar, including the current one. */
const months = ({ now, timeZone }: StoreClock) =>
  sql`select month, month at time zone ${timeZone}::text as starts_at,
      (month + interval '1 month') at time zone ${timeZone}::text as ends_at
    from generate_series(
      date_trunc('month', ${now.toISOString()}::timestamptz at time zone ${timeZone}::text) - make_interval(months => ${MONTHS - 1}),
      date_trunc('month', ${now.toISOString()}::timestamptz at time zone ${timeZone}::text), interval '1 month') month`

/** Counts each buyer once per month, by their first payment in it. */
const readReturning = async (db: Db, clock: StoreClock): Promise<CohortReport['cohorts']> => {
  const starts = await readRows<{ month: string; startsAt: string }>(
    db,
    sql`select to_char(month, 'YYYY-MM') as month, starts_at::text as "startsAt" from (${months(clock)}) m order by month`,
  )
  const first = starts[0]?.startsAt
  if (first === undefined) return []
  const edges = sql`${sql.param(starts.map(({ startsAt }) => startsAt))}::timestamptz[]`
  const span = { startsAt: first, endsAt: clock.now.toISOString() }
  const rows = await readRows<{ place: number; later: number; people: number }>(
    db,
    sql`
    select place, month - place as later, count(*)::int as people
    from (
      select distinct user_id, width_bucket(first.paid_at, ${edges}) as place, width_bucket(at, ${edges}) as month
      from (${paymentsFrom(span)}) payment
      join (select user_id, paid_at from ${orders} where is_first and ${within('paid_at', span)}) first using (user_id)) buyer
    group by place, month order by place, month`,
  )
  const cohorts = new Map<string, CohortReport['cohorts'][number]>()
  for (const { place, later, people } of rows) {
    const month = starts[place - 1]?.month ?? ''
    const cohort = cohorts.get(month) ?? { month, people: 0, returned: Array<number>(MONTHS - place).fill(0) }
    if (later === 0) cohort.people = people
    else cohort.returned[later - 1] = people
    cohorts.set(month, cohort)
  }
  return [...cohorts.values()]
}

const readChurn = (db: Db, clock: StoreClock) =>
  readRows<CohortReport['premium'][number] & Record<string, unknown>>(
    db,
    sql`select to_char(month, 'YYYY-MM') as month,
        count(*) filter (where s.started_at < m.starts_at)::int as members,
        count(*) filter (where s.started_at >= m.starts_at)::int as started,
        count(*) filter (where s.ended_at < m.ends_at)::int as ended
      from (${months(clock)}) m left join ${subscriptions} s
        on s.started_at < m.ends_at and (s.ended_at is null or s.ended_at >= m.starts_at)
      group by month order by month`,
  )
