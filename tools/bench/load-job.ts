import { HIGHEST_PRICE_FILTER } from '@slipstream/contract/mods'
import type { Step } from './routes.ts'

/** The job and the result that the load process exchanges with its parent. */
export interface LoadJob {
  url: string
  countedField: string | undefined
  steps: readonly Step[] | undefined
  manyAddresses: boolean | undefined
  headers: Readonly<Record<string, string>>
  connections: number
  seconds: number
}

export interface LoadResult {
  requests: number
  seconds: number
  bytes: number
  errors: number
  timeouts: number
  /** Number of answers by status. */
  statuses: Record<string, number>
  p50Ms: number
  p99Ms: number
}

/** A price above that of every mod, so the answer is large and always the same except for its URL. */
const LOWEST = 1_000
const VALUES = HIGHEST_PRICE_FILTER - LOWEST + 1

/**
 * The value of the n-th request. A machine fast enough to use all that the store accepts begins again; no cache still
 * holds an answer from so many requests ago.
 */
export const countedValue = (n: number) => LOWEST + (n % VALUES)

/** A figure from wrong answers would be worse than no figure. */
export const refuseWrongAnswers = (name: string, expectedStatus: number, result: LoadResult) => {
  const { requests, errors, timeouts, statuses } = result
  const right = Object.entries(statuses).reduce(
    (sum, [status, count]) => sum + (isExpected(Number(status), expectedStatus) ? count : 0),
    0,
  )
  if (requests > 0 && right === requests && errors === 0 && timeouts === 0) return
  const seen = Object.entries(statuses).map(([status, count]) => `${count} x ${status}`)
  throw new Error(
    `${name}: expected only ${expectedStatus}, saw ${seen.join(', ') || 'no answer'}; ${errors} errors, ${timeouts} timeouts`,
  )
}

/** Creating something may be answered with 201. */
const isExpected = (status: number, expected: number) => status === expected || (expected === 200 && status === 201)
