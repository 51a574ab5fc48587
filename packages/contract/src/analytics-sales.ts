import * as z from 'zod/mini'
import { COMPARISONS, LONGEST_REPORT_DAYS, REPORT_DAYS, SALES_PARTS } from './analytics-terms.ts'
import { Sales, SalesDay } from './analytics.ts'
import { CentsAmount } from './cents-amount.ts'
import { DAY_MS } from './durations.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { calendarDay } from './text.ts'

export const REPORT_RANGE = {
  /** The number of days up to today, unless both ends are given. */
  days: z._default(z.enum(REPORT_DAYS), '30'),
  /** The first and the last day, in the store’s time zone. */
  from: z.optional(calendarDay()),
  to: z.optional(calendarDay()),
  compare: z._default(z.enum(COMPARISONS), 'previous'),
}

interface Range {
  from?: string | undefined
  to?: string | undefined
}

/** Both ends or none, in order, and not too far apart. */
const isRange = ({ from, to }: Range) => {
  if (from === undefined || to === undefined) return from === to
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return days >= 1 && days <= LONGEST_REPORT_DAYS
}
/** For a query that has more fields than the range. */
export const rangeChecks = () =>
  z.refine<Range>(isRange, { message: `Choose between 1 and ${LONGEST_REPORT_DAYS} days.`, path: ['to'] })

export const ReportQuery = z.strictObject(REPORT_RANGE).check(rangeChecks())
export type ReportQuery = z.output<typeof ReportQuery>

/** The period that every report starts with. */
export const ReportHead = z.object({
  timeZone: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  /** Whether the last day is not over. Both periods then end at the same time of day. */
  isUnfinished: z.boolean(),
  /** The days it is compared with; null without a comparison. */
  compared: z.nullable(z.object({ from: z.iso.date(), to: z.iso.date() })),
})
export type ReportHead = z.output<typeof ReportHead>

export const SalesReport = z.extend(ReportHead, {
  now: Sales,
  before: z.nullable(Sales),
  days: z.array(SalesDay),
})
export type SalesReport = z.output<typeof SalesReport>

const Part = z.object({
  /** The id of the mod, category or coupon; null for Premium and countries. */
  id: z.nullable(Id),
  name: z.string(),
  /** Mods sold, or orders with the coupon or from the country. */
  units: z.int(),
  grossCents: CentsAmount,
  discountCents: CentsAmount,
  refundCents: CentsAmount,
  netCents: CentsAmount,
  /** Net in the period before; null without a comparison. */
  beforeCents: z.nullable(CentsAmount),
})
export type SalesPartRow = z.output<typeof Part>

export const SalesParts = z.object({
  /** The mods and Premium add up to the report's totals. */
  mods: z.array(Part),
  categories: z.array(Part),
  /** Only orders with a coupon. */
  coupons: z.array(Part),
  /** Only orders for which the reverse proxy named a country, by two-letter code. */
  countries: z.array(Part),
})
export type SalesParts = z.output<typeof SalesParts>

export const analyticsSalesApi = {
  report: endpoint({
    method: 'GET',
    path: '/api/admin/analytics/sales',
    summary: 'Sales by day with totals and a like-for-like comparison',
    access: 'admin',
    query: ReportQuery,
    response: SalesReport,
  }),
  parts: endpoint({
    method: 'GET',
    path: '/api/admin/analytics/sales/parts',
    summary: 'The same sales by mod, category, coupon and country',
    access: 'admin',
    query: ReportQuery,
    response: SalesParts,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/admin/analytics/sales/export',
    summary: 'Export the sales by day, mod, category, coupon or country as CSV',
    access: 'admin',
    needsProof: true,
    query: z.strictObject({ ...REPORT_RANGE, by: z._default(z.enum(SALES_PARTS), 'day') }).check(rangeChecks()),
    response: z.string(),
  }),
}
