import { inArray, sql } from 'drizzle-orm'
import type { VisitList } from '@slipstream/contract/analytics-terms'
import type { ReportQuery } from '@slipstream/contract/analytics-sales'
import type { VisitPart, VisitParts, VisitReport, Visits, VisitSearches } from '@slipstream/contract/analytics-visits'
import { type Db, readRows } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { readCountedParts, readCountedTerms } from '#features/visits/counted-parts.service.ts'
import type { Cell, CsvFile } from '#lib/lists/csv.ts'
import { type Span, within } from '#lib/span.ts'
import { readRange } from './report-days.service.ts'
import { dayIn, paymentsFrom } from './sale-entries.ts'
import { addDays, daysBetween, type StoreClock } from './store-days.service.ts'

const NOBODY: Visits = { visitors: 0, views: 0, modVisitors: 0, cartVisitors: 0, checkoutVisitors: 0, orders: 0 }
type ByDay = Map<string, Visits>

export const readVisitReport = async (db: Db, clock: StoreClock, query: ReportQuery): Promise<VisitReport> => {
  const {
    days: { from, to, shift },
    periods,
    head,
  } = await readRange(db, clock, query)
  const now = await readByDay(db, clock.timeZone, periods.now)
  const before = head.compared && (await readByDay(db, clock.timeZone, periods.before))
  return {
    ...head,
    now: sumOf(now),
    before: before && sumOf(before),
    days: Array.from({ length: daysBetween(from, to) }, (_, place) => {
      const day = addDays(from, place)
      return { day, now: now.get(day) ?? NOBODY, before: before && (before.get(addDays(day, -shift)) ?? NOBODY) }
    }),
    ...(await readUncounted(db, periods.now)),
  }
}

/** Visits per day from counts of 15 minutes, which fit the days of every time zone, and orders from the ledger. */
const readByDay = async (db: Db, timeZone: string, span: Span): Promise<ByDay> => {
  const rows = await readRows<Visits & { day: string }>(
    db,
    sql`
    select ${dayIn(timeZone)}::text as day,
      sum(visitors)::int as visitors, sum(views)::int as views, sum(mod_visitors)::int as "modVisitors",
      sum(cart_visitors)::int as "cartVisitors", sum(checkout_visitors)::int as "checkoutVisitors",
      sum(orders)::int as orders
    from (
      select starts_at as at, visitors, views, mod_visitors, cart_visitors, checkout_visitors, 0 as orders
      from visit_slots where ${within('starts_at', span)}
      union all select at, 0, 0, 0, 0, 0, 1 from (${paymentsFrom(span)}) payment) counted
    group by 1`,
  )
  return new Map(rows.map(({ day, ...visits }) => [day, visits]))
}

const NAMES = Object.keys(NOBODY) as (keyof Visits)[]

const sumOf = (byDay: ByDay): Visits => {
  const sum = { ...NOBODY }
  for (const visits of byDay.values()) for (const name of NAMES) sum[name] += visits[name]
  return sum
}

/** Views that no other figure includes. Losses are known for the last week only: older batches are deleted. */
const readUncounted = async (db: Db, span: Span) => {
  const [row] = await readRows<{ botViews: number; lost: number }>(
    db,
    sql`select
      (select coalesce(sum(bot_views), 0)::int from visit_slots where ${within('starts_at', span)}) as "botViews",
      (select coalesce(sum(dropped), 0)::int from visit_batches where ${within('last_at', span)}) as lost`,
  )
  return row ?? { botViews: 0, lost: 0 }
}

const PART_OF: Record<keyof VisitParts, string> = {
  pages: 'page',
  mods: 'mod',
  referrers: 'referrer',
  countries: 'country',
  devices: 'device',
}
const SHOWN = 10
const EXPORTED = 1_000

export const readVisitParts = async (db: Db, clock: StoreClock, query: ReportQuery): Promise<VisitParts> => {
  const { periods } = await readRange(db, clock, query)
  const rows = await readCountedParts(db, periods.now, { parts: Object.values(PART_OF), most: SHOWN })
  const of = (list: keyof VisitParts) => rows.filter(({ part }) => part === PART_OF[list]).map(toPart)
  return {
    pages: of('pages'),
    mods: await named(db, of('mods')),
    referrers: of('referrers'),
    countries: of('countries'),
    devices: of('devices'),
  }
}

export const readVisitSearches = async (db: Db, clock: StoreClock, query: ReportQuery): Promise<VisitSearches> => {
  const { periods } = await readRange(db, clock, query)
  return readSearches(db, periods.now, SHOWN)
}

const readSearches = async (db: Db, span: Span, most: number): Promise<VisitSearches> => {
  const { searches, missed } = await readCountedTerms(db, span, most)
  return {
    searches: searches.map(({ term, count }) => toPart({ name: term, count })),
    missed: missed.map((row) => toPart({ name: row.term, count: row.missed })),
  }
}

const toPart = ({ name, count }: { name: string; count: number }): VisitPart => ({ name, modId: null, count })

/** Visits are counted by mod id. A deleted mod keeps its count and has no title anymore. */
const named = async (db: Db, parts: readonly VisitPart[]): Promise<VisitPart[]> => {
  const ids = parts.map(({ name }) => Number(name))
  if (ids.length === 0) return []
  const found = await db.select({ id: mods.id, title: mods.title }).from(mods).where(inArray(mods.id, ids))
  const titles = new Map(found.map(({ id, title }) => [id, title]))
  return parts.map((part) => {
    const id = Number(part.name)
    const title = titles.get(id)
    return title === undefined ? { ...part, name: `Mod ${id} (deleted)` } : { ...part, name: title, modId: id }
  })
}

const COLUMNS: Record<VisitList, [name: string, count: string]> = {
  pages: ['Page', 'Views'],
  mods: ['Mod', 'Views'],
  referrers: ['Came from', 'Visits'],
  countries: ['Country', 'Views'],
  devices: ['Device', 'Views'],
  searches: ['Search', 'Times'],
  missed: ['Search without result', 'Times'],
}
const DAY_COLUMNS = ['Day', 'Visitors', 'Views', 'Opened a mod', 'Added to cart', 'Began checkout', 'Orders']

type ExportQuery = ReportQuery & { by: VisitList | 'day' }

export const exportVisits = (db: Db, clock: StoreClock, query: ExportQuery): CsvFile => ({
  name: `visits-${query.by}.csv`,
  columns: query.by === 'day' ? DAY_COLUMNS : COLUMNS[query.by],
  rows: rowsOf(db, clock, query),
})

async function* rowsOf(db: Db, clock: StoreClock, { by, ...range }: ExportQuery): AsyncGenerator<Cell[]> {
  if (by === 'day') {
    for (const { day, now } of (await readVisitReport(db, clock, { ...range, compare: 'none' })).days) {
      yield [day, now.visitors, now.views, now.modVisitors, now.cartVisitors, now.checkoutVisitors, now.orders]
    }
    return
  }
  const { periods } = await readRange(db, clock, range)
  for (const { name, count } of await readList(db, periods.now, by)) yield [name, count]
}

const readList = async (db: Db, span: Span, by: VisitList) => {
  if (by === 'searches' || by === 'missed') return (await readSearches(db, span, EXPORTED))[by]
  const parts = (await readCountedParts(db, span, { parts: [PART_OF[by]], most: EXPORTED })).map(toPart)
  return by === 'mods' ? named(db, parts) : parts
}
