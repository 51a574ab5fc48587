import { expect, test } from 'vitest'
import { alignedTable, routeTable } from './table.ts'

test('names are left-aligned, figures right-aligned, and no line has trailing spaces', () => {
  const rows = [
    ['route', 'req/s', 'note'],
    ['a', '12,345', ''],
    ['long name', '1', 'x'],
  ]
  expect(alignedTable(rows).split('\n')).toEqual([
    'route       req/s  note',
    'a          12,345',
    'long name       1     x',
  ])
})

test('a route shows its figures, and its reference unless that is bare Fastify', () => {
  const figures = { requestsPerSecond: 1_234.5, perCpuSecond: 9_876, perNodeCpuSecond: 12_000, ofBare: 0.3 }
  const shape = {
    p50Ms: 0.456,
    p99Ms: 12,
    bytes: 182.4,
    budget: null,
    leastPerCpuSecond: null,
    rounds: [],
    ofReference: 1.5,
  }
  const [, bare, other] = routeTable([
    { name: 'status', reference: 'bare fastify', ...figures, ...shape },
    { name: 'page', reference: 'redis get', ...figures, ...shape },
  ]).split('\n')
  expect(bare?.split(/ {2,}/)).toEqual(['status', '1,235', '9,876', '12,000', '0.30', '0.46', '12.00', '182'])
  expect(other?.split(/ {2,}/).at(-1)).toBe('1.50 redis get')
})

test('the table shows whether a route met its budget', () => {
  const figures = {
    requestsPerSecond: 1,
    perCpuSecond: 90,
    perNodeCpuSecond: 1,
    ofBare: 0.3,
    p50Ms: 1,
    p99Ms: 1,
    bytes: 1,
  }
  const shape = { reference: 'redis get', rounds: [], ofReference: 0.6, ...figures }
  const lines = routeTable([
    { name: 'kept', ...shape, budget: 0.5, leastPerCpuSecond: null },
    { name: 'slow', ...shape, budget: 0.7, leastPerCpuSecond: null },
    { name: 'costly', ...shape, budget: null, leastPerCpuSecond: 100 },
  ]).split('\n')
  expect(lines.slice(1).map((line) => line.split(/ {2,}/).at(-1))).toEqual(['kept', 'missed', 'missed'])
})
