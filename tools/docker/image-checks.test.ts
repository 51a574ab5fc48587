import { expect, test } from 'vitest'
import { sizeProblem, unwantedFiles } from './image-checks.ts'

test('an image above its budget is a problem', () => {
  expect(sizeProblem(249_900_000)).toBe(null)
  expect(sizeProblem(250_100_000)).toBe('the image has 250.1 MB, the budget is 250 MB')
})

test('tests, tools, emulators, TypeScript, shells and certificates do not belong in the image', () => {
  const unwanted = [
    'store/apps/server/src/config.test.ts',
    'store/tools/storm.ts',
    'store/packages/emulators/src/main.ts',
    'store/node_modules/typescript/lib/tsc.js',
    'usr/bin/bash',
    'etc/ssl/certs/ca-certificates.crt',
    'usr/local/etc/npmrc',
  ]
  const wanted = [
    'store/',
    'store/apps/server/src/bin/api.ts',
    'store/packages/db/migrations/0000_init.sql',
    'store/node_modules/typescript-is-not-this/index.js',
    'usr/local/bin/node',
    'usr/lib/postgresql/15/bin/pg_dump',
  ]
  expect(unwantedFiles([...unwanted, ...wanted])).toEqual(unwanted)
})
