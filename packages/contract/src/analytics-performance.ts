import * as z from 'zod/mini'
import { ReportHead, ReportQuery } from './analytics-sales.ts'
import { endpoint } from './endpoint.ts'
import { VISIT_PAGES, VITAL_NAMES } from './visit-terms.ts'

/** The 75th percentile of the visits. It is read from buckets, so it can be up to 9 % too high. */
const Measured = z.object({
  p75: z.number(),
  samples: z.int(),
  /** The shares of visits that were fast and slow, by the limits in visit-terms.ts. */
  good: z.number(),
  poor: z.number(),
})
export type Measured = z.output<typeof Measured>

export const PerformanceReport = z.extend(ReportHead, {
  /** All pages together; null without measurements. */
  vitals: z.array(z.object({ name: z.enum(VITAL_NAMES), now: z.nullable(Measured), before: z.nullable(Measured) })),
  /** Most visited first. */
  pages: z.array(
    z.object({
      page: z.enum(VISIT_PAGES),
      vitals: z.array(z.object({ name: z.enum(VITAL_NAMES), now: z.nullable(Measured) })),
    }),
  ),
})
export type PerformanceReport = z.output<typeof PerformanceReport>

export const RouteReport = z.object({
  /** How many days back from now. Older response times are not kept. */
  days: z.int(),
  requests: z.int(),
  /** Responses that failed through the store's own fault. */
  failures: z.int(),
  /** By hour for a short range, otherwise by day. */
  points: z.array(z.object({ at: z.iso.datetime(), requests: z.int(), failures: z.int() })),
  /** Slowest first. Routes with too few requests to judge are left out. */
  routes: z.array(
    z.object({
      route: z.string(),
      requests: z.int(),
      failures: z.int(),
      p50Ms: z.number(),
      p95Ms: z.number(),
    }),
  ),
})
export type RouteReport = z.output<typeof RouteReport>

export const ROUTE_DAYS = ['1', '7', '30'] as const

export const analyticsPerformanceApi = {
  report: endpoint({
    method: 'GET',
    path: '/api/admin/analytics/performance',
    summary: 'How fast pages were for real visitors, by page',
    access: 'admin',
    query: ReportQuery,
    response: PerformanceReport,
  }),
  routes: endpoint({
    method: 'GET',
    path: '/api/admin/analytics/performance/routes',
    summary: 'The slowest routes of the store, and how often it failed',
    access: 'admin',
    query: z.strictObject({ days: z._default(z.enum(ROUTE_DAYS), '7') }),
    response: RouteReport,
  }),
}
