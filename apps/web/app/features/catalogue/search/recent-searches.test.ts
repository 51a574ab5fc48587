import { beforeEach, expect, test } from 'vitest'
import { localMemory } from '#lib/browser-storage.ts'
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts'

beforeEach(() => void forgetSearches())

test('the last five searches are remembered, newest first and without duplicates', () => {
  for (const text of ['one', 'two', 'three', ' Two ', '', 'four', 'five', 'six']) rememberSearch(text)
  expect(recentSearches()).toEqual(['six', 'five', 'four', 'Two', 'three'])
})

test.each(['not json', '{"a":1}', '[1, "", null]', `["${'a'.repeat(81)}"]`])(
  'invalid recent searches in the storage count as none: %s',
  (stored) => {
    localMemory.write('recent_searches', stored)
    expect(recentSearches()).toEqual([])
    rememberSearch('drift')
    expect(recentSearches()).toEqual(['drift'])
  },
)
