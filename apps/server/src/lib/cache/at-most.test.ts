import { LRUCache } from 'lru-cache'
import { expect, test } from 'vitest'
import { atMost } from './at-most.ts'

const CACHES = 100

const bytesInUse = () => {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

test('a bounded cache drops its least recently used entry', () => {
  const cache = new LRUCache<string, number>(atMost(3))
  for (const [at, key] of ['a', 'b', 'c'].entries()) cache.set(key, at)
  cache.get('a')
  cache.set('d', 4)
  expect([...cache.keys()].sort()).toEqual(['a', 'c', 'd'])
})

test('empty bounded caches take no memory for their entries', () => {
  const before = bytesInUse()
  const caches = Array.from({ length: CACHES }, () => new LRUCache<string, number>({ ...atMost(20_000), ttl: 60_000 }))
  const bytesEach = (bytesInUse() - before) / CACHES
  expect(caches).toHaveLength(CACHES)
  expect(bytesEach).toBeLessThan(100_000)
})
