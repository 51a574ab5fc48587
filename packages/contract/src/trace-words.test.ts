import { expect, test } from 'vitest'
import { chanceText, marksText } from './trace-words.ts'

test.each([
  [-0.3, '1 in 1'],
  [-1.5, '1 in 31'],
  [-3.2, '1 in 1 thousand'],
  [-7.9, '1 in 10 million'],
  [-10.4, '1 in 10 billion'],
  [-14.9, '1 in 100 trillion'],
  [-300, '1 in a thousand trillion'],
])('a chance of 10 to the power of %d is never understated: %s', (power, words) => {
  expect(chanceText(power)).toBe(words)
})

test('the marks of all channels are added up', () => {
  expect(marksText({ V: 20_000, K: 3_870 }, { V: 21_000, K: 3_909 })).toBe('23,870 of 24,909')
})
