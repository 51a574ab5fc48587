import { expect, test } from 'vitest'
import { queryName } from './query-name.ts'

test('the order of fields and of words in a list does not matter', () => {
  expect(queryName('list', { tags: ['b', 'a', 'b'], category: 'x' })).toBe(
    queryName('list', { category: 'x', tags: ['a', 'b'] }),
  )
})

test('what is asked for differently has another name', () => {
  const names = [
    {},
    { q: 'a' },
    { q: 'b' },
    { category: 'a' },
    { tags: ['a'] },
    { tags: ['a,b'] },
    { tags: ['a', 'b'] },
  ]
  expect(new Set(names.map((query) => queryName('list', query))).size).toBe(names.length)
})

test('a field without a value, or with the usual one, is as if it were not there', () => {
  expect(queryName('list', { sort: 'popular', limit: undefined }, { sort: 'popular' })).toBe('list')
})
