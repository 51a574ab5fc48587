import { expect, test } from 'vitest'
import { cents } from '@slipstream/contract/money'
import type { PlanInterval } from '@slipstream/contract/plan-terms'
import { comparison, modsInWords } from './plan-words.ts'

const terms = (price: number, interval: PlanInterval) => ({ price: cents(price), interval })
const MONTH = terms(699, 'month')

test.each([
  [MONTH, '$83.88 over a year'],
  [terms(5_999, 'year'), '$5.00 a month, 28% less than monthly'],
  [terms(299, 'week'), '$12.96 over a month'],
  [terms(99, 'day'), '$30.11 over a month'],
])('a plan shows its price over a period that can be compared with other plans (%j)', (plan, text) => {
  expect(comparison(plan, [MONTH, plan])).toBe(text)
})

test('a yearly plan that saves nothing, or has no plan to compare with, promises no savings', () => {
  const year = terms(8_388, 'year')
  expect(comparison(year, [MONTH, year])).toBe('$6.99 a month')
  expect(comparison(terms(5_999, 'year'), [])).toBe('$5.00 a month')
})

test('small mod counts are written out as words', () => {
  expect([1, 9, 13].map(modsInWords)).toEqual(['One mod', 'Nine mods', '13 mods'])
})
