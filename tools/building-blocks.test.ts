import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from './services/places.ts'

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')

const spansIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)

/** The names and files of each row of the page. */
const ROWS = read('docs/building-blocks.md')
  .split('\n')
  .map((line) => line.split('|').slice(1, -1))
  .map(([, names, files]) => ({ names: spansIn(names), files: spansIn(files) }))
  .filter(({ files }) => files.length > 0)

test('every building block of the documents is declared in the file that its row names', () => {
  expect(ROWS.length).toBeGreaterThan(30)
  const missing = ROWS.flatMap(({ names, files }) => {
    const source = files.map(read).join('\n')
    return names.filter((name) => !new RegExp(`\\b(const|class|function) ${name}\\b|^  ${name}: `, 'm').test(source))
  })
  expect(missing).toEqual([])
})
