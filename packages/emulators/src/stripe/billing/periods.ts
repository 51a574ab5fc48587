interface Interval {
  interval: string
  interval_count: number
}

const DAY = 24 * 60 * 60
const DAYS: Record<string, number> = { day: 1, week: 7 }
const MONTHS: Record<string, number> = { month: 1, year: 12 }

/** The time this many intervals after the anchor. A month without the anchor's day ends on its last day. */
export const addIntervals = (anchor: number, { interval, interval_count }: Interval, times: number) => {
  const count = times * interval_count
  const days = DAYS[interval]
  return days === undefined ? addMonths(anchor, count * (MONTHS[interval] ?? 1)) : anchor + count * days * DAY
}

const addMonths = (anchor: number, months: number) => {
  const start = new Date(anchor * 1000)
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Date.UTC(year, month, Math.min(start.getUTCDate(), lastDay)) / 1000
  return day + (anchor % DAY)
}

/**
 * The end of the period that begins at this time. Counted from the anchor: 31 January, 28 February, 31 March.
 */
export const periodEnd = (anchor: number, interval: Interval, start: number) => {
  // A low estimate: no interval is longer than this.
  let times = Math.floor((start - anchor) / longestOf(interval))
  while (addIntervals(anchor, interval, times) <= start) times += 1
  return addIntervals(anchor, interval, times)
}

/** The maximum number of seconds of the interval. */
export const longestOf = ({ interval, interval_count }: Interval) =>
  interval_count * DAY * ({ day: 1, week: 7, month: 31 }[interval] ?? 366)
