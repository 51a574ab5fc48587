import { expect, test } from 'vitest'
import { MINUTE_MS } from '@slipstream/contract/durations'
import { JOB_SCHEDULE } from '#all-jobs.ts'
import { expectationOf } from './job-expectation.ts'

test.each([
  ['* * * * *', 1, 10],
  ['*/10 * * * *', 10, 10],
  ['23 * * * *', 60, 20],
  ['13 1 * * *', 24 * 60, 125],
])('a job with the schedule "%s" runs every %d minutes and may be %d minutes late', (cron, period, grace) => {
  expect(expectationOf({ cron })).toEqual({ periodMs: period * MINUTE_MS, graceMs: grace * MINUTE_MS })
})

test('a job with a longer time limit may be later, and one without a schedule is never expected', () => {
  expect(expectationOf({ cron: '* * * * *', timeoutMs: 30 * MINUTE_MS })?.graceMs).toBe(35 * MINUTE_MS)
  expect(expectationOf({ timeoutMs: 30 * MINUTE_MS })).toBeNull()
})

test('the period of every scheduled job is known', () => {
  for (const entry of Object.values(JOB_SCHEDULE)) expect(() => expectationOf(entry)).not.toThrow()
  expect(() => expectationOf({ cron: '0 0 1 * *' })).toThrow('add its form to job-expectation.ts')
})
