/** Runs dependency-cruiser, and does not believe it when it has read suspiciously little. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const ROOMS = ['apps', 'packages', 'e2e', 'tools']
/** With a TypeScript it cannot read it finds nothing to complain about. Raise the floor as the house grows. */
const FEWEST_MODULES = 550

const run = spawnSync(
  path.join(ROOT, 'node_modules/.bin/depcruise'),
  [...ROOMS, '--config', '.dependency-cruiser.js', '--output-type', 'json'],
  { cwd: ROOT, encoding: 'utf8', maxBuffer: 256 * 1_048_576 },
)
if (!run.stdout) {
  console.error(run.stderr)
  process.exit(1)
}

interface Summary {
  violations: { from: string; to: string; rule: { name: string }; comment?: string }[]
  totalCruised: number
}
const { summary } = JSON.parse(run.stdout) as { summary: Summary }

for (const { rule, from, to, comment } of summary.violations) {
  console.error(`${rule.name}: ${from} -> ${to}${comment ? `\n    ${comment}` : ''}`)
}
if (summary.totalCruised < FEWEST_MODULES) {
  console.error(`only ${summary.totalCruised} modules were read, at least ${FEWEST_MODULES} are expected`)
}
if (summary.violations.length > 0 || summary.totalCruised < FEWEST_MODULES) process.exit(1)
console.log(`${summary.totalCruised} modules keep to their rooms`)
