import type { ReportHead, ReportQuery } from '@slipstream/contract/analytics-sales'
import type { Db } from '@slipstream/db/client'
import {
  addDays,
  type Days,
  daysBetween,
  type Periods,
  readPeriods,
  readToday,
  type StoreClock,
} from './store-days.service.ts'

/** 52 weeks: the same weekdays a year ago. */
const YEAR_DAYS = 364

const rangeOf = async (db: Db, clock: StoreClock, { days, from, to }: ReportQuery) => {
  if (from !== undefined && to !== undefined) return { from, to }
  const { today } = await readToday(db, clock)
  return { from: addDays(today, 1 - Number(days)), to: today }
}

/** The days of a report, and by how many days the period it is compared with is earlier. */
const resolveDays = async (db: Db, clock: StoreClock, query: ReportQuery): Promise<Days> => {
  const { from, to } = await rangeOf(db, clock, query)
  const length = daysBetween(from, to)
  return { from, to, shift: query.compare === 'year' ? YEAR_DAYS * Math.ceil(length / YEAR_DAYS) : length }
}

interface Range {
  days: Days
  periods: Periods
  head: ReportHead
}

/** The days of a report, when they begin and end, and the head that every report has. */
export const readRange = async (db: Db, clock: StoreClock, query: ReportQuery): Promise<Range> => {
  const days = await resolveDays(db, clock, query)
  const periods = await readPeriods(db, clock, days)
  const { from, to, shift } = days
  const compared = query.compare === 'none' ? null : { from: addDays(from, -shift), to: addDays(to, -shift) }
  return { days, periods, head: { timeZone: clock.timeZone, from, to, isUnfinished: periods.isUnfinished, compared } }
}
