import { COMPARISONS, REPORT_DAYS } from '@slipstream/contract/analytics-terms'
import { type Filters, useFilters } from '#ui/use-filters.ts'
import type { SalesQuery } from './sales.queries.ts'

const NAMES = ['days', 'from', 'to', 'compare'] as const
export type RangeFilters = Filters<(typeof NAMES)[number]>

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** The range of the report, kept in the URL. Invalid values are ignored. */
export const useReportRange = () => {
  const filters: RangeFilters = useFilters(NAMES)
  const { days, from, to, compare } = filters.values
  const known = REPORT_DAYS.find((each) => each === days)
  const comparison = COMPARISONS.find((each) => each === compare)
  const query: SalesQuery = {
    ...(known && { days: known }),
    ...(isDay(from) && isDay(to) && { from, to }),
    ...(comparison && { compare: comparison }),
  }
  return { filters, query }
}
