import { DAY_MS, HOUR_MS, MINUTE_MS } from '@slipstream/contract/durations'
import type { JobSchedule } from './jobs.ts'

type Entry = NonNullable<JobSchedule[keyof JobSchedule]>

export const JOB_TIMEOUT_MS = 5 * MINUTE_MS
const SHORTEST_GRACE_MS = 5 * MINUTE_MS
const LONGEST_GRACE_MS = 2 * HOUR_MS

interface Expectation {
  /** How often the job runs. */
  periodMs: number
  /** How much later than that its success may come: time to run, and to be retried after a failure. */
  graceMs: number
}

/** When the next success of a scheduled job is due, counted from its last one; null for jobs without a schedule. */
export const expectationOf = ({ cron, timeoutMs = JOB_TIMEOUT_MS }: Entry): Expectation | null => {
  if (cron === undefined) return null
  const periodMs = periodOf(cron)
  const margin = Math.min(Math.max(periodMs / 4, SHORTEST_GRACE_MS), LONGEST_GRACE_MS)
  return { periodMs, graceMs: margin + timeoutMs }
}

/** The schedules in use: every minute, every few minutes, once an hour, once a day. */
const PERIODS: readonly [RegExp, (minutes: number) => number][] = [
  [/^\* \* \* \* \*$/, () => MINUTE_MS],
  [/^\*\/(\d+) \* \* \* \*$/, (minutes) => minutes * MINUTE_MS],
  [/^\d+ \* \* \* \*$/, () => HOUR_MS],
  [/^\d+ \d+ \* \* \*$/, () => DAY_MS],
]

const periodOf = (cron: string) => {
  for (const [pattern, period] of PERIODS) {
    const match = pattern.exec(cron)
    if (match) return period(Number(match[1]))
  }
  throw new Error(`the period of the schedule "${cron}" is unknown: add its form to job-expectation.ts`)
}
