import { expect, test } from 'vitest'
import { queryName } from './query-name.ts'

test('the order of fields and list values does not change the name of a query', () => {
  expect(queryName('list', { tags: ['b', 'a', 'b'], category: 'x' })).toBe(
    queryName('list', { category: 'x', tags: ['a', 'b'] }),
  )
})

test('different queries have different names', () => {
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

test('a field without a value, or with its default value, does not change the name of a query', () => {
  expect(queryName('list', { sort: 'popular', limit: undefined }, { sort: 'popular' })).toBe('list')
})
