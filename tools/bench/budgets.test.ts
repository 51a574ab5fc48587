import { expect, test } from 'vitest'
import { missedBudgets, type StoreProcess } from './budgets.ts'
import type { RouteSummary } from './summary.ts'

const modest: StoreProcess = {
  coldStartSeconds: 1.5,
  coldStartCpuSeconds: 1.4,
  megabytesAtStart: 150,
  megabytesAfterLoad: 200,
  packagesMegabytes: 120,
}

const route = (ofReference: number, budget: number | null): RouteSummary => ({
  name: 'status 304',
  requestsPerSecond: 1,
  perCpuSecond: 1,
  perNodeCpuSecond: 1,
  ofBare: 1,
  reference: 'bare fastify',
  ofReference,
  budget,
  leastPerCpuSecond: null,
  p50Ms: 1,
  p99Ms: 1,
  bytes: 1,
  rounds: [],
})

test('a store within its budgets reports nothing', () => {
  expect(missedBudgets(modest, [route(0.7, 0.7), route(0.01, null)])).toEqual([])
})

test('a slow route is reported with its result and its budget', () => {
  expect(missedBudgets(modest, [route(0.444, 0.7)])).toEqual(['status 304: 0.44 of bare fastify, budget at least 0.7'])
})

test('a route with an absolute budget is reported with that budget', () => {
  const rendered = { ...route(0.01, null), perCpuSecond: 49.4, leastPerCpuSecond: 100 }
  expect(missedBudgets(modest, [rendered])).toEqual(['status 304: 49.4 per CPU-second, budget at least 100'])
})

test('a slow start, a large process and a large installation are reported', () => {
  const heavy = { ...modest, coldStartSeconds: 3, megabytesAfterLoad: 511.2, packagesMegabytes: 162 }
  expect(missedBudgets(heavy, [])).toEqual([
    'cold start: 3 s, budget below 3 s',
    'memory after load: 511.2 MB, budget below 350 MB',
    'production packages: 162 MB, budget below 150 MB',
  ])
})
