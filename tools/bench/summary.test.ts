import { expect, test } from 'vitest'
import type { Route } from './routes.ts'
import { median, type Round, summarise } from './summary.ts'

const round = (perCpuSecond: number, change: Partial<Round> = {}): Round => ({
  requestsPerSecond: 1_000,
  perCpuSecond,
  perNodeCpuSecond: 2 * perCpuSecond,
  p50Ms: 1,
  p99Ms: 10,
  bytes: 200,
  ...change,
})

const bare: Route = { name: 'bare fastify', target: 'reference', path: '/bare', reference: 'bare fastify' }
const query: Route = { name: 'prepared query', target: 'reference', path: '/query', reference: 'bare fastify' }
const page: Route = { name: 'page', target: 'store', path: '/', reference: 'prepared query', budget: 1 }

test('the median is the middle value, or the mean of the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([100, 9, 1, 5])).toBe(7)
  expect(median([3])).toBe(3)
  expect(() => median([])).toThrow('no median of an empty list')
})

test('ratios are taken per round, so a slow round does not change them', () => {
  const measured = new Map([
    ['bare fastify', [round(30_000), round(10_000), round(20_000)]],
    ['prepared query', [round(6_000), round(2_000), round(4_000)]],
    ['page', [round(15_000), round(5_000), round(10_000)]],
  ])
  const [first, , last] = summarise([bare, query, page], measured)
  expect(first).toMatchObject({ name: 'bare fastify', perCpuSecond: 20_000, ofBare: 1, ofReference: 1, budget: null })
  expect(last).toMatchObject({
    perCpuSecond: 10_000,
    perNodeCpuSecond: 20_000,
    ofBare: 0.5,
    ofReference: 2.5,
    budget: 1,
  })
})

test('latencies and sizes are medians over the rounds, and the rounds themselves are kept', () => {
  const rounds = [round(1, { p99Ms: 90 }), round(1, { p99Ms: 12 }), round(1, { p99Ms: 11 })]
  expect(summarise([bare], new Map([['bare fastify', rounds]]))[0]).toMatchObject({ p99Ms: 12, bytes: 200, rounds })
})

test('summing up a route that was not measured fails', () => {
  expect(() => summarise([bare], new Map())).toThrow('bare fastify was not measured')
})
