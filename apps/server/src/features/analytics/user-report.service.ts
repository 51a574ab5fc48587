import { type SQL, sql } from 'drizzle-orm'
import type { Buyers, CohortReport, UserReport } from '@slipstream/contract/analytics-users'
import type { ReportQuery } from '@slipstream/contract/analytics-sales'
import { type Db, readRows } from '@slipstream/db/client'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { users } from '@slipstream/db/tables/users'
import { type Span, within } from '#lib/span.ts'
import { readRange } from './report-days.service.ts'
import { withSums } from './sale-spans.service.ts'
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
    now: {
      accounts: sumOf(byDay.values(), 'accounts'),
      newCustomers: sumOf(byDay.values(), 'newCustomers'),
      returningCustomers: await countReturning(db, periods.now),
    },
    before: head.compared ? await readBuyers(db, periods.before) : null,
    days: Array.from({ length: daysBetween(from, to) }, (_, place) => {
      const day = addDays(from, place)
      return { day, ...(byDay.get(day) ?? NOBODY) }
    }),
  }
}

const sumOf = (days: Iterable<Buyers>, name: keyof Buyers) => [...days].reduce((sum, day) => sum + day[name], 0)

/** Counts each returning buyer once, so this is not the sum of the daily counts. */
const returningIn = (returns: SQL, { startsAt }: Span) =>
  sql`select count(*)::int from (${returns}) payment where previous_at < ${startsAt}::timestamptz`

const countReturning = async (db: Db, span: Span) => {
  const [row] = await withSums(db, span, (tx, { returns }) =>
    readRows<{ count: number }>(tx, returningIn(returns, span)),
  )
  return row?.count ?? 0
}

const readBuyers = async (db: Db, span: Span): Promise<Buyers> => {
  const [row] = await withSums(db, span, (tx, { slots, returns }) =>
    readRows<Pick<Buyers, keyof Buyers>>(
      tx,
      sql`select (select count(*)::int from ${users} where ${within('created_at', span)}) as accounts,
          (select coalesce(sum(new_customers), 0)::int from (${slots}) slot) as "newCustomers",
          (${returningIn(returns, span)}) as "returningCustomers"`,
    ),
  )
  return row ?? NOBODY
}

/** Counts a buyer with two orders on the same day once. */
const readByDay = async (db: Db, timeZone: string, span: Span) => {
  const dayOf = (column: string) => sql`(${sql.raw(column)} at time zone ${timeZone}::text)::date`
  const rows = await withSums(db, span, (tx, { slots, returns }) =>
    readRows<Buyers & { day: string }>(
      tx,
      sql`select day::text, sum(accounts)::int as accounts, sum(new_customers)::int as "newCustomers",
          sum(again)::int as "returningCustomers"
        from (
          select ${dayOf('created_at')} as day, 1 as accounts, 0 as new_customers, 0 as again
          from ${users} where ${within('created_at', span)}
          union all select ${dayOf('starts_at')}, 0, new_customers, orders_again from (${slots}) slot
          union all select ${dayOf('"at"')}, 0, 0, -1 from (${returns}) payment
          where at - previous_at < interval '25 hours' and ${dayOf('previous_at')} = ${dayOf('"at"')}) counted
        group by day`,
    ),
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
  const rows = await withSums(db, span, (tx, { returns }) =>
    readRows<{ place: number; later: number; people: number }>(
      tx,
      sql`select place, month - place as later, count(*)::int as people
        from (
          select width_bucket(first_at, ${edges}) as place, width_bucket(at, ${edges}) as month, previous_at
          from (${returns}) payment where first_at >= ${first}::timestamptz) payment
        where (previous_at is null or previous_at < (${edges})[month])
        group by place, month order by place, month`,
    ),
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
