import { expect, test } from 'vitest'
import { judgeBystander, judgePictureMemory, judgePictureTimes, judgeStore, type Outcome } from './judge.ts'

const path = (name: string) => ({ name, answers: 100, p50Ms: 3, p99Ms: 80, worstMs: 300, failures: 0 })
const good: Outcome = {
  attack: { counts: { search: { 200: 10, 429: 5, 503: 2, [-1]: 1 } }, closedSlow: 10 },
  bystander: [path('all'), path('home')],
  heap: [100, 95, 105, 109],
  residentMb: 300,
  pictures: {
    serverBeforeMb: 300,
    serverMb: 340,
    pictureMb: 390,
    smallMs: 4_900,
    slowestPageMs: 990,
    hostile: { 200: 4, 422: 12 },
  },
}

test('a store within all limits has no faults', () => {
  const pictures = [...judgePictureTimes(good.pictures), ...judgePictureMemory(good.pictures)]
  expect([...judgeStore(good), ...judgeBystander(good), ...pictures]).toEqual([])
})

test.each<[string, Outcome['bystander'][number]]>([
  ['a slow answer', { ...path('all'), p99Ms: 250 }],
  ['a refusal', { ...path('home'), failures: 1 }],
  ['no answer', { ...path('home'), answers: 0 }],
])('%s for the bystander is a fault', (_what, bystander) => {
  expect(judgeBystander({ bystander: [bystander] })).toHaveLength(1)
})

test.each<[string, Partial<Outcome>]>([
  ['a heap that grows', { heap: [100, 100, 100, 111] }],
  ['a heap that could not be read', { heap: [100, Number.NaN, 100] }],
  ['an answer of 500', { attack: { counts: { search: { 500: 1 } }, closedSlow: 0 } }],
])('%s is a fault of the store', (_what, change) => {
  expect(judgeStore({ ...good, ...change })).toHaveLength(1)
})

test('a server, a picture process, a small picture and a page beyond their limits are faults, and so is a 500', () => {
  const bad = {
    serverBeforeMb: 300,
    serverMb: 351,
    pictureMb: 401,
    smallMs: 5_001,
    slowestPageMs: 1_001,
    hostile: { 500: 1 },
  }
  expect(judgePictureTimes(bad)).toHaveLength(2)
  expect(judgePictureMemory(bad)).toHaveLength(3)
})
