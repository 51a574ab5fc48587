import { expect, test } from 'vitest'
import { type LoadResult, refuseWrongAnswers } from './load-job.ts'

const clean: LoadResult = {
  requests: 100,
  seconds: 3,
  bytes: 5_000,
  errors: 0,
  timeouts: 0,
  statuses: { 200: 100 },
  p50Ms: 1,
  p99Ms: 2,
}

test('a run counts when every answer has the expected status', () => {
  expect(() => refuseWrongAnswers('page', 200, clean)).not.toThrow()
})

test.each<[what: string, change: Partial<LoadResult>]>([
  ['one refused request among many', { statuses: { 200: 99, 429: 1 } }],
  ['full answers where 304 is expected', { statuses: { 304: 99, 200: 1 } }],
  ['a broken connection', { errors: 1 }],
  ['a timeout', { timeouts: 1 }],
  ['no answer at all', { requests: 0, statuses: {} }],
])('a run with %s does not count', (_what, change) => {
  const expected = change.statuses?.[304] ? 304 : 200
  expect(() => refuseWrongAnswers('page', expected, { ...clean, ...change })).toThrow(`page: expected only ${expected}`)
})
