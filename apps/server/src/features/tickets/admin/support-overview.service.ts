import { asc, eq, sql } from 'drizzle-orm'
import { SUPPORT_PERIOD_DAYS } from '@slipstream/contract/ticket-terms'
import type { SupportOverview, SupportPeriod } from '@slipstream/contract/tickets-overview'
import { type Db, readRows } from '@slipstream/db/client'
import { tickets } from '@slipstream/db/tables/tickets'
import { users } from '@slipstream/db/tables/users'

const NEXT_SHOWN = 5
const [DAYS, HOURS] = [7, 24]

/** The queue now, and the last four weeks against the four before. Every figure is computed from rows. */
export const readOverview = async (db: Db, timeZone: string): Promise<SupportOverview> => ({
  now: await readQueueNow(db),
  next: await readNext(db),
  period: await readPeriod(db, SUPPORT_PERIOD_DAYS, 0),
  before: await readPeriod(db, 2 * SUPPORT_PERIOD_DAYS, SUPPORT_PERIOD_DAYS),
  load: await readLoad(db, timeZone),
  timeZone,
})

/** How many tickets wait, by urgency. */
export const readQueueNow = async (db: Db) => {
  const [now] = await readRows<SupportOverview['now']>(
    db,
    sql`select count(*) filter (where due_at < now())::int as late,
        count(*) filter (where due_at >= now() and due_at <= now() + interval '2 hours' and not asleep)::int as soon,
        count(*) filter (where due_at > now() + interval '2 hours' and not asleep)::int as later,
        count(*) filter (where status = 'waiting')::int as waiting,
        count(*) filter (where asleep)::int as snoozed
      from (select status, due_at, coalesce(status = 'open' and snoozed_until > now() and due_at >= now(), false) as asleep
        from tickets where status in ('open', 'waiting') and merged_into_id is null) unsolved`,
  )
  return now ?? { late: 0, soon: 0, later: 0, waiting: 0, snoozed: 0 }
}

const readNext = async (db: Db): Promise<SupportOverview['next']> => {
  const rows = await db
    .select({
      id: tickets.id,
      subject: tickets.subject,
      customer: sql<string>`coalesce(${users.username}, nullif(${tickets.guestName}, ''), 'Guest')`,
      dueAt: tickets.dueAt,
    })
    .from(tickets)
    .leftJoin(users, eq(users.id, tickets.userId))
    .where(sql`${tickets.status} = 'open' and ${tickets.mergedIntoId} is null`)
    .orderBy(asc(tickets.dueAt))
    .limit(NEXT_SHOWN)
  return rows.flatMap(({ dueAt, ...row }) => (dueAt ? [{ ...row, dueAt: dueAt.toISOString() }] : []))
}

interface PeriodRow {
  opened: number
  answered: number
  answerMedian: number | null
  answerP90: number | null
  late: number
  solved: number
  solutionMedian: number | null
  solutionP90: number | null
  rated: number
  rating: number | null
}

const minutes = (from: string, to: string) => sql.raw(`extract(epoch from ${to} - ${from}) / 60`)
const share = (part: number, from: string, to: string) =>
  sql`round(percentile_cont(${part}::float8) within group (order by ${minutes(from, to)}))::int`

/** `from` and `to` are numbers of days ago. Figures count by the time of their event, ratings by the solution. */
const readPeriod = async (db: Db, from: number, to: number): Promise<SupportPeriod> => {
  const within = (column: string) =>
    sql`${sql.raw(column)} > now() - make_interval(days => ${from}) and ${sql.raw(column)} <= now() - make_interval(days => ${to})`
  const [row] = await readRows<PeriodRow>(
    db,
    sql`select * from (select count(*)::int as opened from tickets where ${within('created_at')}) opened,
      (select count(*)::int as answered, ${share(0.5, 'created_at', 'first_answered_at')} as "answerMedian",
         ${share(0.9, 'created_at', 'first_answered_at')} as "answerP90",
         count(*) filter (where is_first_late)::int as late
       from tickets where ${within('first_answered_at')}) answered,
      (select count(*)::int as solved, ${share(0.5, 'created_at', 'solved_at')} as "solutionMedian",
         ${share(0.9, 'created_at', 'solved_at')} as "solutionP90"
       from tickets where ${within('solved_at')} and status = 'solved') solved,
      (select count(*)::int as rated, avg(rating)::float8 as rating
       from tickets where ${within('solved_at')} and rating is not null) rated`,
  )
  // Aggregates without groups always give one row.
  if (!row) throw new Error('the period was not read')
  return {
    opened: row.opened,
    firstAnswer: { count: row.answered, median: row.answerMedian, p90: row.answerP90 },
    late: row.late,
    solution: { count: row.solved, median: row.solutionMedian, p90: row.solutionP90 },
    ratings: { count: row.rated, average: row.rating },
  }
}

/** Messages of customers by weekday and hour in the store's time zone. */
const readLoad = async (db: Db, timeZone: string): Promise<number[][]> => {
  const rows = await readRows<{ day: number; hour: number; count: number }>(
    db,
    sql`select extract(isodow from "at" at time zone ${timeZone})::int - 1 as day, extract(hour from "at" at time zone ${timeZone})::int as hour,
        count(*)::int as count
      from ticket_events
      where kind in ('opened', 'customer_wrote') and "at" > now() - make_interval(days => ${SUPPORT_PERIOD_DAYS})
      group by 1, 2`,
  )
  const load = Array.from({ length: DAYS }, () => Array<number>(HOURS).fill(0))
  for (const { day, hour, count } of rows) {
    const hours = load[day]
    if (hours) hours[hour] = count
  }
  return load
}
