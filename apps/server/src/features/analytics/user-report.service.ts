import { sql } from 'drizzle-orm'
import type { Buyers, CohortReport, UserReport } from '@slipstream/contract/analytics-users'
import type { ReportQuery } from '@slipstream/contract/analytics-sales'
import { type Db, readRows } from '@slipstream/db/client'
import { orders } from '@slipstream/db/tables/orders'
import { ledgerEntries } from '@slipstream/db/tables/payments'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { users } from '@slipstream/db/tables/users'
import { readRange } from './report-days.service.ts'
import { addDays, daysBetween, type Span, type StoreClock } from './store-days.service.ts'

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

const within = (column: string, { startsAt, endsAt }: Span) =>
  sql`${sql.raw(column)} >= ${startsAt}::timestamptz and ${sql.raw(column)} < ${endsAt}::timestamptz`

/** The payments of orders, and whether each is the buyer's first order. */
const payments = (span: Span) =>
  sql`select l.at, o.user_id, not exists (
      select from ${orders} earlier where earlier.user_id = o.user_id and earlier.paid_at < o.paid_at) as is_first
    from ${ledgerEntries} l join ${orders} o on o.id = l.order_id
    where l.kind = 'payment' and ${within('l.at', span)}`

const readBuyers = async (db: Db, span: Span): Promise<Buyers> => {
  const [row] = await readRows<Pick<Buyers, keyof Buyers>>(
    db,
    sql`select (select count(*)::int from ${users} where ${within('created_at', span)}) as accounts,
        count(distinct user_id) filter (where is_first)::int as "newCustomers",
        (count(distinct user_id) - count(distinct user_id) filter (where is_first))::int as "returningCustomers"
      from (${payments(span)}) payment`,
  )
  return row ?? NOBODY
}

const readByDay = async (db: Db, timeZone: string, span: Span) => {
  const dayOf = (column: string) => sql`(${sql.raw(column)} at time zone ${timeZone}::text)::date::text`
  const [accounts, buyers] = [
    await readRows<{ day: string; accounts: number }>(
      db,
      sql`select ${dayOf('created_at')} as day, count(*)::int as accounts
        from ${users} where ${within('created_at', span)} group by 1`,
    ),
    await readRows<{ day: string } & Omit<Buyers, 'accounts'>>(
      db,
      sql`select ${dayOf('"at"')} as day, count(distinct user_id) filter (where is_first)::int as "newCustomers",
          count(distinct user_id) filter (where not is_first)::int as "returningCustomers"
        from (${payments(span)}) payment group by 1`,
    ),
  ]
  const days = new Map<string, Buyers>(
    accounts.map(({ day, accounts: count }) => [day, { ...NOBODY, accounts: count }]),
  )
  for (const { day, ...counts } of buyers) days.set(day, { ...(days.get(day) ?? NOBODY), ...counts })
  return days
}

const MONTHS = 12

export const readCohorts = async (db: Db, clock: StoreClock): Promise<CohortReport> => ({
  timeZone: clock.timeZone,
  cohorts: await readReturning(db, clock),
  premium: await readChurn(db, clock),
})

/** The last twelve months by the store's calendar, the unfinished one included. */
const months = ({ now, timeZone }: StoreClock) =>
  sql`select month, month at time zone ${timeZone}::text as starts_at,
      (month + interval '1 month') at time zone ${timeZone}::text as ends_at
    from generate_series(
      date_trunc('month', ${now.toISOString()}::timestamptz at time zone ${timeZone}::text) - make_interval(months => ${MONTHS - 1}),
      date_trunc('month', ${now.toISOString()}::timestamptz at time zone ${timeZone}::text), interval '1 month') month`

const readReturning = async (db: Db, clock: StoreClock): Promise<CohortReport['cohorts']> => {
  const rows = await readRows<{ month: string; place: number; later: number; people: number }>(
    db,
    sql`with month as materialized (${months(clock)}),
      edge as (select min(starts_at) as start from month),
      bought as materialized (
        select distinct user_id, date_trunc('month', paid_at at time zone ${clock.timeZone}::text) as month
        from ${orders} where paid_at >= (select start from edge)),
      first as (
        select user_id, min(month) as month from bought
        where not exists (
          select from ${orders} o where o.user_id = bought.user_id and o.paid_at < (select start from edge))
        group by user_id),
      place as (select month, (row_number() over (order by month))::int - 1 as place from month)
      select to_char(first.month, 'YYYY-MM') as month, start.place, again.place - start.place as later,
        count(*)::int as people
      from first join bought on bought.user_id = first.user_id
      join place start on start.month = first.month join place again on again.month = bought.month
      group by first.month, start.place, again.place order by start.place, again.place`,
  )
  const cohorts = new Map<string, CohortReport['cohorts'][number]>()
  for (const { month, place, later, people } of rows) {
    const cohort = cohorts.get(month) ?? { month, people: 0, returned: Array<number>(MONTHS - 1 - place).fill(0) }
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
