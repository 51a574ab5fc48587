/**
 * npm run check:fast: a first answer within a minute. Checks the files that changed since main and runs the tests
 * nearby; types, dead code and rooms are checked as a whole, with caches where there are any. The gate is npm run
 * check.
 */
import './route-types.ts'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { changedFiles } from './check-fast/changed-files.ts'
import { nearbyTests } from './check-fast/nearby-tests.ts'
import { runCommands } from './run-commands.ts'

const ROOT = resolve(import.meta.dirname, '..')
const CACHES = 'node_modules/.cache'

const testFiles = () =>
  globSync('{apps,packages,tools}/**/*.test.{ts,tsx}', { cwd: ROOT, exclude: ['**/node_modules/**', '**/build/**'] })
    .toSorted()
    .map((path) => ({ path, source: readFileSync(resolve(ROOT, path), 'utf8') }))

const { all, existing } = changedFiles(ROOT)
const quoted = (files: readonly string[]) => files.map((file) => `'${file}'`).join(' ')
const code = existing.filter((file) => /\.tsx?$/.test(file) && !file.startsWith('packages/db/migrations/'))
const formatted = existing.filter((file) => /\.(tsx?|js|json|css)$/.test(file))
const hasSchemaChange = all.some((file) => /^packages\/db\/(migrations|src\/tables)\//.test(file))

if (all.length === 0) {
  console.log('nothing changed since main')
  process.exit()
}

const commands = [
  'node tools/check-types.ts',
  ...(code.length > 0
    ? [
        `eslint --max-warnings 0 --cache --cache-strategy content --cache-location ${CACHES}/eslint/ ${quoted(code)}`,
        `npm run --silent lint:types -- ${quoted(code)}`,
      ]
    : []),
  'npm run --silent lint:rooms',
  'npm run --silent knip',
  ...(hasSchemaChange ? ['npm run --silent lint:sql'] : []),
  'npm run --silent lint:words',
  'npm run --silent lint:names',
  ...(formatted.length > 0 ? [`biome format --no-errors-on-unmatched ${quoted(formatted)}`] : []),
]
const failed = await runCommands(commands, false)
// The other checks leave them out, because the store's own tests use the emulators all the time.
if (all.some((file) => file.startsWith('packages/emulators/')))
  failed.push(...(await runCommands(['npm run --silent test:emulators'], false)))

const tests = nearbyTests(all, testFiles())
if (tests.length > 0) {
  const vitest = spawnSync('node_modules/.bin/vitest', ['run', ...tests], { cwd: ROOT, stdio: 'inherit' })
  if (vitest.status !== 0) failed.push('vitest')
}

console.log(`${all.length} changed files, ${tests.length} test files nearby; npm run check runs the rest`)
if (failed.length > 0) {
  console.error(`failed: ${failed.join(', ')}`)
  process.exit(1)
}
