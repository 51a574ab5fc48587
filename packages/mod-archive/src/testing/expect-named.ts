import { expect } from 'vitest'
import type { Trace } from '../tracing/trace.ts'

/** Expects exactly these purchases to be named, as surely as if 10,000 purchases had been scored. */
export const expectNamed = (trace: Trace, purchases: readonly string[]) => {
  const sure = -6 - Math.log10(10_000 / trace.scored)
  expect(trace.named.map(({ purchase }) => purchase).toSorted()).toEqual(purchases.toSorted())
  expect(trace.verdict).toBe(purchases.length === 1 ? 'match' : 'several')
  expect(Math.max(...trace.named.map(({ chancePower }) => chancePower))).toBeLessThanOrEqual(sure)
  expect(trace.nextBest).toBeLessThan(5)
}
