/** Generates the types of the web's routes, which the type check and the linter read. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')

const { status } = spawnSync(path.join(ROOT, 'node_modules/.bin/react-router'), ['typegen'], {
  cwd: path.join(ROOT, 'apps/web'),
  stdio: 'inherit',
})
if (status !== 0) process.exit(1)
