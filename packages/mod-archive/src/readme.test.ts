import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { RULES } from './findings.ts'

test('the README mentions every finding code', async () => {
  const readme = await readFile(path.join(import.meta.dirname, '../README.md'), 'utf8')
  expect(Object.keys(RULES).filter((code) => !readme.includes(`\`${code}\``))).toEqual([])
})
