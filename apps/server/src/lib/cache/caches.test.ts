import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = path.resolve(import.meta.dirname, '../..')
const LIST = path.resolve(SOURCES, '../../../docs/caches.md')

/** What a cache is built from. */
const BUILDS_CACHE = /from 'lru-cache'|\bexpiringCache<|\bredis\.attempt\(/

test('every file that caches something is named in docs/caches.md', () => {
  const list = readFileSync(LIST, 'utf8')
  const files = globSync('**/*.ts', { cwd: SOURCES }).filter(
    (file) =>
      !/\.test\.ts$|^(testing|proofs)\//.test(file) &&
      BUILDS_CACHE.test(readFileSync(path.join(SOURCES, file), 'utf8')),
  )
  expect(files.length).toBeGreaterThan(8)
  expect(files.filter((file) => !list.includes(`\`${file}\``))).toEqual([])
})
