import { readdirSync, readFileSync } from 'node:fs'
import { watch } from 'node:fs/promises'
import path from 'node:path'

/** A custom migration starts empty. Running it then would record it, and its statements would never run. */
const hasStatements = (sql: string) =>
  sql
    .replace(/--.*$/gm, '')
    .replace(/SET (LOCAL )?lock_timeout = [^;]+;/g, '')
    .trim() !== ''

const writtenMigrations = (folder: string) =>
  readdirSync(folder).filter(
    (file) => file.endsWith('.sql') && hasStatements(readFileSync(path.join(folder, file), 'utf8')),
  )

/** Calls `migrate` whenever a migration appears in the folder, one call at a time, until the signal aborts. */
export const watchMigrations = async (folder: string, migrate: () => Promise<void>, signal: AbortSignal) => {
  let known = new Set(writtenMigrations(folder))
  try {
    for await (const { filename } of watch(folder, { signal })) {
      if (filename !== null && !filename.endsWith('.sql')) continue
      const now = writtenMigrations(folder)
      const hasNew = now.some((file) => !known.has(file))
      known = new Set(now)
      if (hasNew) await migrate()
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
