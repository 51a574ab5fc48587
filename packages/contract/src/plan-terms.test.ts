import { expect, test } from 'vitest'
import { cents } from './money.ts'
import { whyNotSold } from './plan-terms.ts'

test.each([
  ['month', 50, null],
  ['year', 99_999_999, null],
  ['week', 49, 'Stripe charges no less than $0.50. Raise the price.'],
  ['day', 0, 'Stripe charges no less than $0.50. Raise the price.'],
  ['month', 100_000_000, 'Stripe charges no more than $999,999.99. Lower the price.'],
  ['12 weeks', 699, 'Stripe does not know the interval "12 weeks". Use day, week, month or year.'],
  ['Month', 699, 'Stripe does not know the interval "Month". Use day, week, month or year.'],
])('a plan per %s for %i cents can be sold, or the reason is named', (interval, price, reason) => {
  expect(whyNotSold({ price: cents(price), interval })).toBe(reason)
})
