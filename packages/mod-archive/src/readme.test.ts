import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { RULES } from './findings.ts'

test('every rule is in the table of the README', async () => {
  const readme = await readFile(path.join(import.meta.dirname, '../README.md'), 'utf8')
  expect(Object.keys(RULES).filter((code) => !readme.includes(`\`${code}\``))).toEqual([])
})
