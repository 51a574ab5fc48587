import { describe, expect, test } from 'vitest'
import { countText, plural } from './counts.ts'

describe('counts', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1_250, '1,250'],
    [1_000_000, '1,000,000'],
  ])('the count %i is written as %s', (count, text) => {
    expect(countText(count)).toBe(text)
  })

  test('a count that stopped at its limit ends in a plus sign', () => {
    expect(countText({ count: 1_000, orMore: true })).toBe('1,000+')
    expect(countText({ count: 1_000, orMore: false })).toBe('1,000')
  })

  test('only a count of exactly one is singular', () => {
    expect(plural(0, 'order')).toBe('0 orders')
    expect(plural(1, 'order')).toBe('1 order')
    expect(plural(1_250, 'order')).toBe('1,250 orders')
    expect(plural({ count: 1, orMore: false }, 'mod')).toBe('1 mod')
    expect(plural({ count: 1, orMore: true }, 'mod')).toBe('1+ mods')
  })

  test('an irregular plural can be passed in', () => {
    expect(plural(1, 'person', 'people')).toBe('1 person')
    expect(plural(1_001, 'person', 'people')).toBe('1,001 people')
  })
})
