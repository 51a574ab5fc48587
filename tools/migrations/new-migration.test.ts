import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { newMigration } from './new-migration.ts'

// Inside the repository, because the schema imports drizzle-orm.
const LOCAL = resolve(import.meta.dirname, '../../.local')
let folder = ''

const newPlaces = (columns: string) => {
  mkdirSync(LOCAL, { recursive: true })
  folder = mkdtempSync(join(LOCAL, 'migration-test-'))
  const places = { migrations: join(folder, 'migrations'), schema: join(folder, 'tables.ts') }
  mkdirSync(places.migrations)
  writeTable(places.schema, columns)
  return places
}
const writeTable = (file: string, columns: string) =>
  writeFileSync(
    file,
    `import { integer, pgTable } from 'drizzle-orm/pg-core'\nexport const laps = pgTable('laps', { ${columns} })\n`,
  )
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a new migration has the given name, begins with a lock timeout and contains what changed', () => {
  const places = newPlaces('lapCount: integer().notNull()')
  const first = newMigration('add_laps', places) ?? ''
  expect(basename(first)).toBe('0000_add_laps.sql')
  expect(readFileSync(first, 'utf8')).toMatch(
    /^SET LOCAL lock_timeout = '3s';--> statement-breakpoint\nCREATE TABLE "laps" \(\n\t"lap_count" integer NOT NULL\n\);/,
  )

  writeTable(places.schema, 'lapCount: integer().notNull(), best: integer()')
  const second = newMigration('best_lap', places) ?? ''
  expect(basename(second)).toBe('0001_best_lap.sql')
  expect(readFileSync(second, 'utf8')).toContain('ALTER TABLE "laps" ADD COLUMN "best" integer;')

  expect(newMigration('nothing', places)).toBeUndefined()
  expect(readdirSync(places.migrations).sort()).toEqual(['0000_add_laps.sql', '0001_best_lap.sql', 'meta'])
})

test('a migration name with capitals or spaces is refused', () => {
  expect(() => newMigration('Add Laps', { migrations: '', schema: '' })).toThrow('"Add Laps" cannot name a migration')
})
