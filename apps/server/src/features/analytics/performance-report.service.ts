import { sql } from 'drizzle-orm'
import type { Measured, PerformanceReport, ROUTE_DAYS, RouteReport } from '@slipstream/contract/analytics-performance'
import type { ReportQuery } from '@slipstream/contract/analytics-sales'
import { DAY_MS } from '@slipstream/contract/durations'
import { VISIT_PAGES, type Vital, VITAL_NAMES, VITALS } from '@slipstream/contract/visit-terms'
import { type Db, readRows } from '@slipstream/db/client'
import { readCountedParts } from '#features/visits/counted-parts.service.ts'
import { type BucketCount, bucketOf, percentileOf } from '#features/visits/time-buckets.ts'
import type { Span } from '#lib/span.ts'
import { readRange } from './report-days.service.ts'
import type { StoreClock } from './store-days.service.ts'

const USUAL = 0.75
/** Above the possible number of rows: four vitals, sixteen pages, and the buckets of the scale. */
const ALL = 20_000

interface VitalCount extends BucketCount {
  vital: Vital
  page: string
}

/** CLS is counted in ten-thousandths, because it is mostly below 1. */
const unitOf = (vital: Vital) => (vital === 'CLS' ? 10_000 : 1)

const readVitals = async (db: Db, span: Span): Promise<VitalCount[]> => {
  const rows = await readCountedParts(db, span, { parts: ['vital'], most: ALL })
  return rows.map(({ name, count }) => {
    const [vital, page = '', bucket] = name.split(' ')
    return { vital: vital as Vital, page, bucket: Number(bucket), count }
  })
}

const measure = (vital: Vital, counts: readonly VitalCount[]): Measured | null => {
  const own = counts.filter((count) => count.vital === vital)
  const p75 = percentileOf(own, USUAL)
  if (p75 === null) return null
  const unit = unitOf(vital)
  const sumUpTo = (limit: number) =>
    own.reduce((sum, { bucket, count }) => (bucket <= bucketOf(limit * unit) ? sum + count : sum), 0)
  const samples = own.reduce((sum, { count }) => sum + count, 0)
  const { good, poor } = VITALS[vital]
  return { p75: p75 / unit, samples, good: sumUpTo(good) / samples, poor: 1 - sumUpTo(poor) / samples }
}

/** How fast pages were for real visitors. */
export const readPerformance = async (db: Db, clock: StoreClock, query: ReportQuery): Promise<PerformanceReport> => {
  const { periods, head } = await readRange(db, clock, query)
  const now = await readVitals(db, periods.now)
  const before = head.compared && (await readVitals(db, periods.before))
  const byPage = Map.groupBy(now, ({ page }) => page)
  const samplesOf = (page: string) => (byPage.get(page) ?? []).reduce((sum, { count }) => sum + count, 0)
  return {
    ...head,
    vitals: VITAL_NAMES.map((name) => ({
      name,
      now: measure(name, now),
      before: before && measure(name, before),
    })),
    pages: VISIT_PAGES.filter((page) => byPage.has(page))
      .toSorted((one, other) => samplesOf(other) - samplesOf(one))
      .map((page) => ({
        page,
        vitals: VITAL_NAMES.map((name) => ({ name, now: measure(name, byPage.get(page) ?? []) })),
      })),
  }
}

const SLOWEST = 20
/** With fewer requests, a 95th percentile means nothing. */
const FEWEST = 20
/** Streams stay open on purpose, so their time says nothing. */
const OPEN_ON_PURPOSE = 'GET /api/live'

type RouteDays = (typeof ROUTE_DAYS)[number]

/** Response times and failures per route in the last days. */
export const readRouteReport = async (db: Db, { now }: StoreClock, days: RouteDays): Promise<RouteReport> => {
  const since = sql`${new Date(now.getTime() - Number(days) * DAY_MS).toISOString()}::timestamptz`
  const points = await readRows<{ at: string; requests: number; failures: number }>(
    db,
    sql`select to_char(date_trunc(${days === '1' ? 'hour' : 'day'}, hour, 'UTC') at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, sum(requests)::int as requests, sum(failures)::int as failures
      from visit_routes where hour >= ${since} group by 1 order by 1`,
  )
  const counts = await readRows<{ route: string; bucket: number; requests: number; failures: number }>(
    db,
    sql`select route, bucket, sum(requests)::int as requests, sum(failures)::int as failures
      from visit_routes where hour >= ${since} and route <> ${OPEN_ON_PURPOSE} group by 1, 2`,
  )
  const routes = [...Map.groupBy(counts, ({ route }) => route)]
    .map(([route, own]) => timesOf(route, own))
    .filter(({ requests }) => requests >= FEWEST)
    .toSorted((one, other) => other.p95Ms - one.p95Ms || other.requests - one.requests)
  const sum = (of: 'requests' | 'failures') => points.reduce((total, point) => total + point[of], 0)
  return {
    days: Number(days),
    requests: sum('requests'),
    failures: sum('failures'),
    points,
    routes: routes.slice(0, SLOWEST),
  }
}

const timesOf = (
  route: string,
  counts: readonly { bucket: number; requests: number; failures: number }[],
): RouteReport['routes'][number] => {
  const buckets = counts.map(({ bucket, requests }) => ({ bucket, count: requests }))
  return {
    route,
    requests: counts.reduce((sum, { requests }) => sum + requests, 0),
    failures: counts.reduce((sum, { failures }) => sum + failures, 0),
    p50Ms: percentileOf(buckets, 0.5) ?? 0,
    p95Ms: percentileOf(buckets, 0.95) ?? 0,
  }
}
