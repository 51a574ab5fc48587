import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const HOOK = path.join(import.meta.dirname, 'quick-imports.ts')

const PROGRAM = `
  const names = ['drizzle-orm', 'drizzle-orm/pg-core', 'drizzle-orm/node-postgres']
  const seen = []
  for (const name of names) seen.push([import.meta.resolve(name), Object.keys(await import(name)).length])
  const { createRequire } = await import('node:module')
  seen.push([createRequire(import.meta.url).resolve('drizzle-orm'), 1])
  console.log(JSON.stringify(seen))`

const run = async (options: string[]) => {
  const program = ['--input-type=module', '--eval', PROGRAM]
  const { stdout } = await promisify(execFile)(process.execPath, [...options, ...program], {
    cwd: import.meta.dirname,
    env: {},
  })
  return JSON.parse(stdout) as [string, number][]
}

test('with and without quick imports, drizzle resolves to the same files, also for require, and exports as many names', async () => {
  const [quick, usual] = await Promise.all([run(['--import', HOOK]), run([])])
  expect(quick).toEqual(usual)
  expect(quick.every(([, names]) => names > 0)).toBe(true)
})

test('all files of drizzle that end in .js are modules, as quick imports assume', async () => {
  const file = new URL('package.json', import.meta.resolve('drizzle-orm'))
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ type: 'module' })
})
