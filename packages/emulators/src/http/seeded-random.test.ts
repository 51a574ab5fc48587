import { expect, test } from 'vitest'
import { seededRandom, shuffled } from './seeded-random.ts'

const take = (count: number, random: () => number) => Array.from({ length: count }, random)

test('equal seeds give equal numbers, different seeds different ones, spread over 0 to 1', () => {
  const numbers = take(10_000, seededRandom(7))
  expect(take(10_000, seededRandom(7))).toEqual(numbers)
  expect(take(5, seededRandom(8))).not.toEqual(numbers.slice(0, 5))
  for (let tenth = 0; tenth < 10; tenth++) {
    const share = numbers.filter((number) => Math.floor(number * 10) === tenth).length
    expect(share).toBeGreaterThan(900)
    expect(share).toBeLessThan(1_100)
  }
})

test('a shuffle keeps every item, does not change its input and is uniform', () => {
  const random = seededRandom(1)
  const given = ['a', 'b', 'c'] as const
  const orders = new Map<string, number>()
  for (let round = 0; round < 6_000; round++) {
    const order = shuffled(given, random).join('')
    orders.set(order, (orders.get(order) ?? 0) + 1)
  }
  expect([...orders.keys()].sort()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba'])
  for (const count of orders.values()) expect(Math.abs(count - 1_000)).toBeLessThan(120)
  expect(given).toEqual(['a', 'b', 'c'])
})
