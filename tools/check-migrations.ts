/**
 * Checks that every migration limits how long it waits for a lock, that squawk finds no statement that blocks a busy
 * table, and that the tables in code match the SQL.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { generateMigration } from './migrations/generate-migration.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const MIGRATIONS = path.join(ROOT, 'packages/db/migrations')
const bin = (name: string) => path.join(ROOT, 'node_modules/.bin', name)
const sqlFiles = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.sql'))

const failures: string[] = []

for (const name of sqlFiles(MIGRATIONS)) {
  const sql = readFileSync(path.join(MIGRATIONS, name), 'utf8')
  if (!/^(-- no transaction\n)?SET (LOCAL )?lock_timeout = /.test(sql)) {
    failures.push(
      `${name}: begin with SET LOCAL lock_timeout = '3s'; so that waiting for a lock cannot stall the store`,
    )
  }
}

const squawk = spawnSync(
  bin('squawk'),
  sqlFiles(MIGRATIONS).map((name) => path.join(MIGRATIONS, name)),
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
if (squawk.status !== 0) failures.push(`squawk:\n${squawk.stdout}${squawk.stderr}`)

const copy = mkdtempSync(path.join(tmpdir(), 'slipstream-migrations-'))
try {
  cpSync(MIGRATIONS, copy, { recursive: true })
  generateMigration({ schema: path.join(ROOT, 'packages/db/src/tables/index.ts'), out: copy })
  const added = sqlFiles(copy).filter((name) => !sqlFiles(MIGRATIONS).includes(name))
  if (added.length > 0) failures.push('the tables changed without a migration: run npm run new-migration NAME')
} catch (error) {
  failures.push((error as Error).message)
} finally {
  rmSync(copy, { recursive: true, force: true })
}

if (failures.length > 0) {
  console.error(failures.join('\n'))
  process.exit(1)
}
console.log(`${sqlFiles(MIGRATIONS).length} migrations checked`)
