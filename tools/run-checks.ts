/** The first half of npm run check: every check that needs no services. The slowest come first. */
import './route-types.ts'
import { runCommands } from './run-commands.ts'

const failed = await runCommands([
  'npm run --silent lint:types',
  'npm run --silent lint',
  'node tools/check-types.ts',
  'npm run --silent knip',
  'npm run --silent lint:rooms',
  'npm run --silent lint:sql',
  'npm run --silent format:check',
  'npm run --silent lint:words',
  'npm run --silent lint:names',
  'npm run --silent lint:packages',
])

if (failed.length > 0) {
  console.error(`failed: ${failed.join(', ')}`)
  process.exit(1)
}
