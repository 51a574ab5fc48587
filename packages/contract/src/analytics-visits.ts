import * as z from 'zod/mini'
import { REPORT_RANGE, rangeChecks, ReportHead, ReportQuery } from './analytics-sales.ts'
import { VISIT_LISTS } from './analytics-terms.ts'
import { endpoint } from './endpoint.ts'

export const Visits = z.object({
  /** Each person counts once per day, so this is a sum of daily visitors. */
  visitors: z.int(),
  views: z.int(),
  /** Visitors who opened a mod, added one to the cart, and started a checkout. */
  modVisitors: z.int(),
  cartVisitors: z.int(),
  checkoutVisitors: z.int(),
  /** Orders paid with money, from the ledger. */
  orders: z.int(),
})
export type Visits = z.output<typeof Visits>

export const VisitReport = z.extend(ReportHead, {
  now: Visits,
  before: z.nullable(Visits),
  days: z.array(z.object({ day: z.iso.date(), now: Visits, before: z.nullable(Visits) })),
  /** Page views by bots. No other figure includes them. */
  botViews: z.int(),
  /** Events that the store received but could not store. */
  lost: z.int(),
})
export type VisitReport = z.output<typeof VisitReport>

const Part = z.object({
  /** The page, host, country, device or search as it was counted; for a mod its title. */
  name: z.string(),
  /** Null unless the row is a mod that still exists. */
  modId: z.nullable(z.int()),
  count: z.int(),
})
export type VisitPart = z.output<typeof Part>

export const VisitParts = z.object({
  pages: z.array(Part),
  mods: z.array(Part),
  referrers: z.array(Part),
  countries: z.array(Part),
  devices: z.array(Part),
})
export type VisitParts = z.output<typeof VisitParts>

export const VisitSearches = z.object({
  searches: z.array(Part),
  /** Searches that found nothing. */
  missed: z.array(Part),
})
export type VisitSearches = z.output<typeof VisitSearches>

export const analyticsVisitsApi = {
  report: endpoint({
    method: 'GET',
    path: '/api/admin/analytics/visits',
    summary: 'Visitors, views and the way to an order by day, with a like-for-like comparison',
    access: 'admin',
    query: ReportQuery,
    response: VisitReport,
  }),
  parts: endpoint({
    method: 'GET',
    path: '/api/admin/analytics/visits/parts',
    summary: 'What was opened most, and where visitors came from',
    access: 'admin',
    query: ReportQuery,
    response: VisitParts,
  }),
  searches: endpoint({
    method: 'GET',
    path: '/api/admin/analytics/visits/searches',
    summary: 'What was searched for most, and what was not found',
    access: 'admin',
    query: ReportQuery,
    response: VisitSearches,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/admin/analytics/visits/export',
    summary: 'Export the visits by day, or one of the lists, as CSV',
    access: 'admin',
    needsProof: true,
    query: z
      .strictObject({ ...REPORT_RANGE, by: z._default(z.enum(['day', ...VISIT_LISTS]), 'day') })
      .check(rangeChecks()),
    response: z.string(),
  }),
}
