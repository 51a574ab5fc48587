import { spawnSync } from 'node:child_process'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')

interface Wanted {
  /** The file that exports all tables. */
  schema: string
  /** The folder with the migrations so far, which gets one more if the tables have changed since. */
  out: string
  name?: string
  /** A migration without statements, for custom SQL. */
  isCustom?: boolean
}

export const generateMigration = ({ schema, out, name, isCustom = false }: Wanted) => {
  const { status, stdout, stderr } = spawnSync(
    path.join(ROOT, 'node_modules/.bin/drizzle-kit'),
    [
      'generate',
      ...['--dialect', 'postgresql', '--casing', 'snake_case'],
      // drizzle-kit does not take absolute paths.
      ...['--schema', path.relative(ROOT, schema), '--out', path.relative(ROOT, out)],
      ...(name === undefined ? [] : ['--name', name]),
      ...(isCustom ? ['--custom'] : []),
    ],
    // On a terminal it asks whether a column was renamed.
    { cwd: ROOT, encoding: 'utf8', stdio: process.stdin.isTTY ? 'inherit' : 'pipe' },
  )
  if (status !== 0) throw new Error(`drizzle-kit failed.\n${stdout ?? ''}${stderr ?? ''}`)
}
