import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { addressesOf } from './spec/addresses.ts'
import { proofOf } from './spec/proof.ts'
import { reportOf } from './spec/report.ts'
import { readRoutes } from './spec/routes.ts'
import { readRows } from './spec/rows.ts'

const root = resolve(import.meta.dirname, '..')

const testFiles = () =>
  globSync(['{apps,packages,e2e,tools}/**/*.test.{ts,tsx}', '{apps,packages,e2e,tools}/**/*.spec.ts'], {
    cwd: root,
    exclude: ['**/node_modules/**', '**/build/**'],
  })
    .toSorted()
    .map((path) => ({ path, source: readFileSync(resolve(root, path), 'utf8') }))

const rows = readRows(readFileSync(resolve(root, 'docs/specification.md'), 'utf8'))
const addresses = addressesOf(readRoutes())
const proof = proofOf(rows, testFiles(), addresses)

console.log(reportOf(proof, addresses))
if (proof.unknown.length > 0) process.exitCode = 1
