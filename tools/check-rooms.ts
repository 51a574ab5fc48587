/**
 * Runs dependency-cruiser and fails if it read suspiciously few modules. Prints the layers of the features of each app,
 * which docs/architecture.md shows too, and fails on an import cycle between features.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type CruisedModule, featureGraph } from './feature-graph.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const ROOMS = ['apps', 'packages', 'e2e', 'tools']
const FEATURE_FOLDERS = { server: 'apps/server/src/features', web: 'apps/web/app/features' }
/** Nine tenths of today's modules: with a TypeScript version that it cannot read, the checker would find none and pass. */
const FEWEST_MODULES = 1_560

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
const { summary, modules } = JSON.parse(run.stdout) as { summary: Summary; modules: CruisedModule[] }

for (const { rule, from, to, comment } of summary.violations) {
  console.error(`${rule.name}: ${from} -> ${to}${comment ? `\n    ${comment}` : ''}`)
}
if (summary.totalCruised < FEWEST_MODULES) {
  console.error(`only ${summary.totalCruised} modules were read, at least ${FEWEST_MODULES} are expected`)
}
let wrong = 0
const shown = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8')
for (const [app, folder] of Object.entries(FEATURE_FOLDERS)) {
  const graph = featureGraph(modules, folder)
  const layers = graph.layers.map((layer) => layer.join(', ')).join('\n')
  console.log(`Features of the ${app}; each line imports only from the lines above it:\n\n${layers}\n`)
  if (!shown.includes(`\n\`\`\`\n${layers}\n\`\`\`\n`)) {
    wrong++
    console.error(`docs/architecture.md shows other layers of the ${app}. Replace them with the ones above`)
  }
  for (const knot of graph.knots) {
    wrong++
    console.error(`features-run-in-a-circle: ${knot.features.join(', ')}\n    ${knot.imports.join('\n    ')}`)
  }
}
if (summary.violations.length > 0 || summary.totalCruised < FEWEST_MODULES || wrong > 0) process.exit(1)
console.log(`${summary.totalCruised} modules follow the import rules`)
