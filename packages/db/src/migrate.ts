import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const MIGRATIONS = path.resolve(import.meta.dirname, '../migrations')
const LOCK_KEY = 7_236_541
const LOCK_NOT_AVAILABLE = '55P03'
const ATTEMPTS = 10

interface Migration {
  name: string
  hash: string
  sql: string
  /** `create index concurrently` cannot run inside a transaction. A file that needs it opts out in its first line. */
  inTransaction: boolean
}

/**
 * Migrates the database to the newest schema and returns the files it ran. Each file is its own transaction, so that a
 * long one does not hold the locks of the others. A file whose lock times out is retried. Drizzle's own migrator runs
 * all files in one transaction, in which no index can be built concurrently.
 */
export const migrate = async (
  url: string,
  log: (line: string) => void = () => {},
  folder = MIGRATIONS,
): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url, application_name: 'slipstream-migrate' })
  await client.connect()
  try {
    // One migrator at a time: several servers may start during a deployment.
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
    await client.query(`create table if not exists schema_migrations (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`)
    const applied = await appliedHashes(client)
    const pending = (await readMigrations(folder)).filter((migration) => isPending(migration, applied))
    for (const migration of pending) {
      await retryLocks(() => run(client, migration), log)
      log(`migrated ${migration.name}`)
    }
    return pending.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

/** The names of all migration files, in order. */
export const listMigrations = async () => (await readMigrations(MIGRATIONS)).map(({ name }) => name)

const readMigrations = async (folder: string): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), 'utf8')
      const hash = createHash('sha256').update(sql).digest('hex')
      return { name, hash, sql, inTransaction: !sql.startsWith('-- no transaction') }
    }),
  )
}

const appliedHashes = async (client: pg.Client) => {
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from schema_migrations')
  return new Map(rows.map((row) => [row.name, row.hash]))
}

const isPending = (migration: Migration, applied: Map<string, string>) => {
  const hash = applied.get(migration.name)
  if (hash !== undefined && hash !== migration.hash) {
    throw new Error(`${migration.name} was changed after it had run here; add a new migration instead`)
  }
  return hash === undefined
}

const run = async (client: pg.Client, { name, hash, sql, inTransaction }: Migration) => {
  const record = () => client.query('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash])
  if (!inTransaction) {
    for (const statement of sql.split('--> statement-breakpoint')) await client.query(statement)
    await record()
    return
  }
  await client.query('begin')
  try {
    await client.query(sql)
    await record()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const retryLocks = async (work: () => Promise<void>, log: (line: string) => void) => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE || attempt === ATTEMPTS) throw error
      log(`a table is busy, trying again (${attempt} of ${ATTEMPTS})`)
      await sleep(attempt * 500)
    }
  }
}
