import { expect, test } from 'vitest'
import { ModListQuery } from '@slipstream/contract/mods'
import { countedValue, type LoadResult, refuseWrongAnswers } from './load-job.ts'

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

test('the store accepts every counted search, however many a fast machine sends', () => {
  const accepts = (n: number) => ModListQuery.safeParse({ maxPrice: String(countedValue(n)) }).success
  const asked = [0, 1, 98_999, 99_000, 99_001, 150_000, 10_000_000]
  expect(asked.filter((n) => !accepts(n))).toEqual([])
  expect(new Set(Array.from({ length: 99_000 }, (_, n) => countedValue(n))).size).toBe(99_000)
})
