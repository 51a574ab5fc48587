import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { addressesOf, type RouteEntry } from './spec/addresses.ts'
import { proofOf } from './spec/proof.ts'
import { reportOf } from './spec/report.ts'
import { readRows } from './spec/rows.ts'

const root = resolve(import.meta.dirname, '..')

const testFiles = () =>
  globSync(['{apps,packages,e2e,tools}/**/*.test.{ts,tsx}', '{apps,packages,e2e,tools}/**/*.spec.ts'], {
    cwd: root,
    exclude: ['**/node_modules/**', '**/build/**'],
  })
    .toSorted()
    .map((path) => ({ path, source: readFileSync(resolve(root, path), 'utf8') }))

// Tools may not import the apps, so we ask the router for its route table.
const routes = () => {
  const router = resolve(root, 'node_modules/.bin/react-router')
  const json = execFileSync(process.execPath, [router, 'routes', '--json'], {
    cwd: resolve(root, 'apps/web'),
    encoding: 'utf8',
  })
  return JSON.parse(json.slice(json.indexOf('['))) as RouteEntry[]
}

const rows = readRows(readFileSync(resolve(root, 'docs/specification.md'), 'utf8'))
const addresses = addressesOf(routes(), (file) => readFileSync(resolve(root, 'apps/web/app', file), 'utf8'))
const proof = proofOf(rows, testFiles(), addresses)

console.log(reportOf(proof, addresses))
if (proof.unknown.length > 0) process.exitCode = 1
