import { expect, test } from 'vitest'
import { slowestFiles } from './slowest-files.ts'

const files = (count: number) => Array.from({ length: count }, (_, n) => ({ file: `${n}.test.ts`, ms: n * 1_000 }))

test('the ten slowest of many test files are listed, slowest first', () => {
  const [title, first, ...others] = slowestFiles(files(20))
  expect(title).toBe('slowest test files')
  expect(first).toBe('    19.0 s  19.test.ts')
  expect(others).toHaveLength(9)
  expect(others.at(-1)).toBe('    10.0 s  10.test.ts')
})

test('nothing is listed when there are only a few test files', () => {
  expect(slowestFiles(files(10))).toEqual([])
})
