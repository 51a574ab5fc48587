import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { generateMigration } from './generate-migration.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const LOCK_TIMEOUT = "SET LOCAL lock_timeout = '3s';--> statement-breakpoint\n"

interface Places {
  migrations: string
  /** The file that exports all tables. */
  schema: string
}

const sqlFiles = (folder: string) => readdirSync(folder).filter((file) => file.endsWith('.sql'))

/**
 * Writes what the tables need as a new migration that begins with a lock timeout, and returns its path, or undefined if the
 * tables have not changed. The file appears at once and complete, because `npm run dev` runs it as soon as it sees it.
 */
export const newMigration = (name: string, places: Places, isCustom = false): string | undefined => {
  if (!/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name))
    throw new Error(`"${name}" cannot name a migration: use lower-case letters and underscores, as in add_reviews.`)
  const scratch = path.join(ROOT, '.local')
  mkdirSync(scratch, { recursive: true })
  const copy = mkdtempSync(path.join(scratch, 'new-migration-'))
  try {
    cpSync(places.migrations, copy, { recursive: true })
    generateMigration({ schema: places.schema, out: copy, name, isCustom })
    const before = sqlFiles(places.migrations)
    const [added] = sqlFiles(copy).filter((file) => !before.includes(file))
    if (added === undefined) return undefined
    const sql = readFileSync(path.join(copy, added), 'utf8')
    cpSync(path.join(copy, 'meta'), path.join(places.migrations, 'meta'), { recursive: true })
    writeFileSync(path.join(places.migrations, added), `${LOCK_TIMEOUT}${sql}`)
    return path.join(places.migrations, added)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
