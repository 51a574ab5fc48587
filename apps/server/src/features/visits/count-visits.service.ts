import { sql } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'

/** Events counted in one transaction. */
const MOST_EVENTS = 100_000

/** Counts everything that was written and not counted yet. Returns the number of events. */
export const countVisits = async (db: Db, signal: AbortSignal) => {
  let total = 0
  while (!signal.aborted) {
    const events = await inTransaction(db, countSome)
    if (events === 0) break
    total += events
  }
  return total
}

/**
 * Claims batches and adds exactly their events, in one transaction: killed at any point, it has counted all of them or
 * none. A cursor by id or time would lose batches, because ids are taken before their transaction commits.
 */
const countSome = async (tx: Tx): Promise<number> => {
  // Without this lock, two workers would wait for each other's rows.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('visits.count'))`)
  // A worker of the previous release counts into another table, during an update or after a rollback.
  await tx.execute(sql`select move_visit_counts()`)
  const { rows } = await tx.execute<{ ids: string[] | null; events: number; first: string; last: string }>(sql`
    with open as (
      select id, events, sum(events) over (order by id) - events as before from visit_batches where counted_at is null
      order by id limit 5000
    ), claimed as (
      update visit_batches set counted_at = now() where id in (select id from open where before < ${MOST_EVENTS})
      returning id, events, first_at, last_at
    )
    select array_agg(id) as ids, coalesce(sum(events), 0)::int as events, min(first_at)::text as first,
      max(last_at)::text as last
    from claimed`)
  const claimed = rows[0]
  if (!claimed?.ids) return 0
  const own = sql`batch = any (${sql.param(claimed.ids)}::bigint[])
    and at between ${claimed.first}::timestamptz and ${claimed.last}::timestamptz`
  await addViews(tx, own)
  await addVisitors(tx, own)
  await addParts(tx, own)
  await addTerms(tx, own)
  return claimed.events
}

type Condition = ReturnType<typeof sql>

const SLOT = sql`date_bin('15 minutes', at, '2000-01-01Z')`
const ADD_TO_SLOT = sql`on conflict (starts_at) do update set
  views = s.views + excluded.views, bot_views = s.bot_views + excluded.bot_views,
  visitors = s.visitors + excluded.visitors, mod_visitors = s.mod_visitors + excluded.mod_visitors,
  cart_visitors = s.cart_visitors + excluded.cart_visitors,
  checkout_visitors = s.checkout_visitors + excluded.checkout_visitors`

const addViews = (tx: Tx, own: Condition) =>
  tx.execute(sql`
    insert into visit_slots as s
    select ${SLOT}, count(*) filter (where not is_bot), count(*) filter (where is_bot), 0, 0, 0, 0
    from visit_events where kind = 'view' and ${own} group by 1 order by 1 ${ADD_TO_SLOT}`)

/** Counts each visitor once per day and stage, in the slot of the first event. */
const addVisitors = (tx: Tx, own: Condition) =>
  tx.execute(sql`
    with event as materialized (
      select visitor, at, kind, mod_id from visit_events where not is_bot and kind <> 'vital' and ${own}
    ), reached as (
      select visitor, 'visitor' as stage, min(at) as at from event group by visitor
      union all select visitor, 'mod', min(at) from event where kind = 'view' and mod_id is not null group by visitor
      union all select visitor, kind, min(at) from event where kind in ('cart', 'checkout') group by visitor, kind
    ), fresh as (
      insert into visit_seen (visitor, stage, first_at) select visitor, stage, at from reached order by visitor, stage
      on conflict do nothing returning stage, first_at as at
    )
    insert into visit_slots as s
    select ${SLOT}, 0, 0, count(*) filter (where stage = 'visitor'), count(*) filter (where stage = 'mod'),
      count(*) filter (where stage = 'cart'), count(*) filter (where stage = 'checkout')
    from fresh group by 1 order by 1 ${ADD_TO_SLOT}`)

/** The same scale as in time-buckets.ts. CLS is mostly below 1, so it is counted in ten-thousandths. */
const BUCKET = sql`least(168, ceil(
  ln(greatest(value::float8 * case vital when 'CLS' then 10000 else 1 end, 0.5) / 0.5) / ln(2) * 8))::int`

interface PartOfEvent {
  part: string
  /** Matches the events that have this part. `name` is its value. */
  of: Condition
  name: Condition
}

/** What is counted per event. Reports that read events themselves use the same definitions. */
export const PARTS: readonly PartOfEvent[] = [
  { part: 'page', of: sql`kind = 'view'`, name: sql`page` },
  { part: 'mod', of: sql`kind = 'view'`, name: sql`mod_id::text` },
  { part: 'device', of: sql`kind = 'view'`, name: sql`device` },
  { part: 'country', of: sql`kind = 'view'`, name: sql`country` },
  { part: 'referrer', of: sql`kind = 'view'`, name: sql`referrer` },
  { part: 'vital', of: sql`kind = 'vital'`, name: sql`vital || ' ' || page || ' ' || ${BUCKET}` },
]

/** A query for how often each name occurs per day in these events. */
export const partsOf = (events: Condition, parts: readonly PartOfEvent[]) =>
  sql.join(
    parts.map(
      ({ part, of, name }) => sql`
        select ${part}::text as part, ${name} as name, day, count(*) as count
        from ${events} where ${of} and ${name} is not null group by 2, 3`,
    ),
    sql` union all `,
  )

const addParts = (tx: Tx, own: Condition) =>
  tx.execute(sql`
    with own as materialized (
      select kind, device, country, page, mod_id, referrer, vital, value, date_trunc('day', at, 'UTC') as day
      from visit_events where not is_bot and ${own}
    ), named as materialized (${partsOf(sql`own`, PARTS)})
    insert into visit_counts (part, grain, starts_at, name, count)
    select part, 'day', day, name, count from named
    union all select part, 'month', date_trunc('month', day, 'UTC'), name, sum(count) from named group by 1, 3, 4
    order by 1, 2, 3, 4
    on conflict (part, grain, starts_at, name) do update set count = visit_counts.count + excluded.count`)

const addTerms = (tx: Tx, own: Condition) =>
  tx.execute(sql`
    with named as materialized (
      select date_trunc('day', at, 'UTC') as day, term, count(*) as count, count(*) filter (where not found) as missed
      from visit_events where not is_bot and kind = 'search' and ${own} group by 1, 2
    )
    insert into visit_terms as t
    select 'day', day, term, count, missed from named
    union all select 'month', date_trunc('month', day, 'UTC'), term, sum(count), sum(missed) from named group by 2, 3
    order by 1, 2, 3
    on conflict (grain, starts_at, term) do update set count = t.count + excluded.count, missed = t.missed + excluded.missed`)
