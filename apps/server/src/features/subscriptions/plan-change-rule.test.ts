import { expect, test } from 'vitest'
import { isSameOffer, type Terms, timingOf } from './plan-change-rule.ts'

const terms = (price: number, interval: Terms['interval'], planId = 1): Terms => ({ planId, price, interval })

test.each<[string, Terms, Terms, number, 'now' | 'period_end']>([
  ['a more expensive plan with the same interval', terms(699, 'month'), terms(1_299, 'month'), 400, 'now'],
  ['a more expensive plan with a longer interval', terms(699, 'month'), terms(5_999, 'year'), 5_400, 'now'],
  ['an upgrade with less than $0.50 due', terms(699, 'month'), terms(749, 'month'), 49, 'period_end'],
  ['a cheaper plan', terms(1_299, 'month'), terms(699, 'month'), 0, 'period_end'],
  ['a plan at the same price', terms(699, 'month'), terms(699, 'month', 2), 0, 'period_end'],
  ['a shorter interval, even if it costs more', terms(500, 'year'), terms(699, 'month'), 699, 'period_end'],
  ['a longer interval that costs less', terms(699, 'month'), terms(599, 'year'), 100, 'period_end'],
])('%s takes effect at the expected time', (_, from, to, due, timing) => {
  expect(timingOf(from, to, due)).toBe(timing)
})

test('choosing the current plan is not a change, unless it has become cheaper', () => {
  expect(isSameOffer(terms(699, 'month'), terms(699, 'month'))).toBe(true)
  expect(isSameOffer(terms(699, 'month'), terms(799, 'month'))).toBe(true)
  expect(isSameOffer(terms(699, 'month'), terms(599, 'month'))).toBe(false)
  expect(isSameOffer(terms(699, 'month'), terms(699, 'month', 2))).toBe(false)
})
