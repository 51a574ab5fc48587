import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { VISIT_PAGES } from '@slipstream/contract/visit-terms'
import { readRows } from '@slipstream/db/client'
import { seededNumbers } from '#lib/seeded-numbers.ts'
import { countUnderKills } from '#testing/kill-counters.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { countVisits } from './count-visits.service.ts'
import { type CountedPart, type CountedTerm, readCountedParts, readCountedTerms } from './counted-parts.service.ts'
import type { VisitRow } from './visit-row.ts'
import { newBatch, writeBatch } from './write-visits.service.ts'

const store = await openEmptiedTestStore()
const { db } = store
const never = new AbortController().signal

const { random, upTo, oneOf } = seededNumbers(19)

/** Two days and a bit around the end of a month, in UTC. */
const START = Date.parse('2026-10-31T00:00:00Z')
const SPAN_MS = 50 * 3_600_000

const someRow = (): VisitRow => {
  const who = {
    at: new Date(START + upTo(SPAN_MS)),
    visitor: BigInt(upTo(300)),
    isBot: upTo(10) === 0,
    device: oneOf(['phone', 'desktop'] as const),
    country: oneOf(['DE', 'US', null]),
  }
  const page = oneOf(VISIT_PAGES)
  return oneOf<() => VisitRow>([
    () => ({
      ...who,
      kind: 'view',
      page,
      modId: page === '/mods/:id' ? upTo(20) + 1 : null,
      referrer: 'forum.example',
    }),
    () => ({ ...who, kind: 'view', page }),
    () => ({ ...who, kind: 'search', term: `term ${upTo(30)}`, found: upTo(2) === 0 }),
    () => ({ ...who, kind: 'cart', modId: upTo(20) + 1 }),
    () => ({ ...who, kind: 'checkout' }),
    () => ({ ...who, kind: 'vital', page, vital: oneOf(['LCP', 'CLS'] as const), value: random() * 3_000 }),
  ])()
}

const someBatch = () =>
  newBatch(
    Array.from({ length: upTo(200) + 1 }, someRow).sort((one, other) => one.at.getTime() - other.at.getTime()),
    0,
  )

/** The expected counts, from counting all events directly. */
const recount = () =>
  readRows<Record<string, unknown>>(
    db,
    sql`select case when is_bot then 'bot' else 'view' end as part, 'slot' as grain,
        date_bin('15 minutes', at, '2000-01-01Z') as at, '' as name, count(*)::int
      from visit_events where kind = 'view' group by 1, 3
    union all select part, grain, date_trunc(grain, at, 'UTC'), name, count(*)::int
      from visit_events, (values ('day'), ('month')) grains (grain), lateral (
        select 'page' as part, page as name where kind = 'view'
        union all select 'mod', mod_id::text where kind = 'view'
        union all select 'device', device where kind = 'view'
        union all select 'country', country where kind = 'view'
        union all select 'referrer', referrer
        union all select 'term', term
        union all select 'no-result', term where not found) named
      where not is_bot and name is not null group by 1, 2, 3, 4
    order by 1, 2, 3, 4`,
  )

const counted = () =>
  readRows<Record<string, unknown>>(
    db,
    sql`select part, grain, starts_at as at, name, count::int from visit_counts where part <> 'vital'
      union all select part, grain, starts_at, term, count
        from (select 'term' as part, grain, starts_at, term, count from visit_terms
          union all select 'no-result', grain, starts_at, term, missed from visit_terms where missed > 0) term
      union all select part, 'slot', starts_at, '', count
        from (select 'view' as part, starts_at, views as count from visit_slots
          union all select 'bot', starts_at, bot_views from visit_slots) slot where count > 0
      order by 1, 2, 3, 4`,
  )

/** Counts each visitor once per stage. A visitor has a different hash on another day. */
const peopleIn = (source: 'events' | 'counts') =>
  readRows<{ stage: string; people: number }>(
    db,
    source === 'counts'
      ? sql`select stage, sum(people)::int as people from visit_slots, lateral (values ('visitor', visitors),
            ('mod', mod_visitors), ('cart', cart_visitors), ('checkout', checkout_visitors)) reached (stage, people)
          group by 1 order by 1`
      : sql`select stage, count(distinct visitor)::int as people from visit_events, lateral (
          select 'visitor' as stage where kind <> 'vital' union all select 'mod' where kind = 'view' and mod_id is not null
          union all select kind where kind in ('cart', 'checkout')) reached
        where not is_bot group by 1 order by 1`,
  )

const expectExact = async () => {
  await countVisits(db, never)
  expect(await counted()).toEqual(await recount())
  expect(await peopleIn('counts')).toEqual(await peopleIn('events'))
  const [vitals] = await readRows<{ counted: number; events: number }>(
    db,
    sql`select (select sum(count)::int from visit_counts where part = 'vital' and grain = 'day') as counted,
      (select count(*)::int from visit_events where kind = 'vital' and not is_bot) as events`,
  )
  expect(vitals?.counted).toBe(vitals?.events)
}

test('[CAP-13] the counts of visits equal a recount of all events, although the counting process is killed again and again', async () => {
  const write = async () => {
    for (let batch = 0; batch < 60; batch += 1) {
      const next = someBatch()
      await writeBatch(db, next)
      // As if the answer was lost: the writer repeats the batch.
      if (upTo(4) === 0) await writeBatch(db, next)
    }
  }
  const killing = { databaseUrl: store.config.databaseUrl, lifeMs: () => upTo(60) } as const
  const kills = await countUnderKills(killing, Promise.all([write(), write()]))
  expect(kills).toBeGreaterThanOrEqual(3)
  await expectExact()
})

test('[CAP-13] counts stay exact when PostgreSQL ends the connection in the middle of a count', async () => {
  for (let round = 0; round < 15; round += 1) {
    await Promise.all([writeBatch(db, someBatch()), writeBatch(db, someBatch())])
    const counting = countVisits(db, never).catch(() => 'cut off')
    await sleep(upTo(12))
    await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like '%visit_%' and state <> 'idle'`)
    await counting
  }
  await expectExact()
})

test('[CAP-13] the page and search counts of any span, to the minute and across months, equal a count of its events', async () => {
  for (let batch = 0; batch < 20; batch += 1) await writeBatch(db, someBatch())
  await countVisits(db, never)
  const spans = [
    ['2026-10-31T00:00:00Z', '2026-11-02T00:00:00Z'],
    ['2026-10-30T18:30:00Z', '2026-11-01T18:30:00Z'],
    ['2026-10-31T10:15:00Z', '2026-10-31T11:45:00Z'],
    ['2026-10-31T14:00:00Z', '2026-11-01T14:00:00Z'],
    ['2026-09-30T00:00:00Z', '2026-12-01T05:45:00Z'],
  ] as const
  for (const [startsAt, endsAt] of spans) {
    const pages = await readCountedParts(db, { startsAt, endsAt }, { parts: ['page'], most: 1_000 })
    const terms = await readCountedTerms(db, { startsAt, endsAt }, 1_000)
    const inSpan = sql`not is_bot and at >= ${startsAt}::timestamptz and at < ${endsAt}::timestamptz`
    const recounted = {
      pages: await readRows<CountedPart>(
        db,
        sql`select 'page' as part, page as name, count(*)::float8 as count from visit_events
          where kind = 'view' and ${inSpan} group by 2 order by 3 desc, 2`,
      ),
      searches: await readRows<CountedTerm>(
        db,
        sql`select term, count(*)::float8 as count, (count(*) filter (where not found))::float8 as missed from visit_events
          where kind = 'search' and ${inSpan} group by 1 order by 2 desc, 1`,
      ),
    }
    expect({ pages, searches: terms.searches }, `${startsAt} to ${endsAt}`).toEqual(recounted)
    const missedOf = (rows: readonly CountedTerm[]) =>
      rows.map(({ term, missed }) => ({ term, missed })).filter(({ missed }) => missed > 0)
    expect(missedOf(terms.missed)).toEqual(missedOf(recounted.searches.toSorted((a, b) => b.missed - a.missed)))
    const rows = [...recounted.pages, ...recounted.searches]
    expect(rows.length).toBeGreaterThan(10)
  }
})
