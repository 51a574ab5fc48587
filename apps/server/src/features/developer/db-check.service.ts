import { sql } from 'drizzle-orm'
import type { DbCheck, DbCheckPart } from '@slipstream/contract/developer'
import { type Db, inTransaction, readRows } from '@slipstream/db/client'
import { listMigrations } from '@slipstream/db/migrate'
import { settings } from '@slipstream/db/tables/settings'
import { checkNewestBooks } from '#features/reconciliation/newest-books.service.ts'
import { withTimeout } from '#lib/with-timeout.ts'

const TIMEOUT_MS = 5_000
const MOST_NAMED = 20

type Found = Omit<DbCheckPart, 'name' | 'checked' | 'error'>

interface Check {
  name: string
  /** What was checked, for the person who reads the result. */
  checked: string
  run: (db: Db) => Promise<Found>
}

class Undo extends Error {}

const CHECKS: readonly Check[] = [
  {
    name: 'connection',
    checked: 'A query is answered, connections are left, and no query has run for more than a minute.',
    run: async (db) => {
      const [state] = await readRows<{ version: string; used: number; most: number; longest: number | null }>(
        db,
        sql`
        select current_setting('server_version') as version, current_setting('max_connections')::int as most,
          (select count(*)::int from pg_stat_activity) as used,
          (select max(extract(epoch from now() - query_start) * 1000)::int from pg_stat_activity
            where state = 'active' and pid <> pg_backend_pid() and backend_type = 'client backend') as longest`,
      )
      const { version = '', used = 0, most = 1, longest = null } = state ?? {}
      const ok = used < most * 0.9 && (longest ?? 0) < 60_000
      return { ok, found: { version, connections: used, maxConnections: most, longestQueryMs: longest } }
    },
  },
  {
    name: 'writes',
    checked: 'A row can be written; the transaction was rolled back.',
    run: async (db) => {
      const writing = inTransaction(db, async (tx) => {
        await tx.insert(settings).values({ key: 'database check', value: true })
        throw new Undo()
      })
      await writing.catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error
      })
      return { ok: true, found: {} }
    },
  },
  {
    name: 'migrations',
    checked: 'Every migration of this version has run, and no other one.',
    run: async (db) => {
      const applied = (await readRows<{ name: string }>(db, sql`select name from schema_migrations`)).map(
        ({ name }) => name,
      )
      const known = await listMigrations()
      const pending = known.filter((name) => !applied.includes(name))
      const unknown = applied.filter((name) => !known.includes(name))
      return { ok: pending.length + unknown.length === 0, found: { applied: applied.length, pending, unknown } }
    },
  },
  {
    name: 'indexes',
    checked: 'All indexes are valid and ready.',
    run: async (db) => {
      const rows = await readRows<{ name: string; valid: boolean }>(
        db,
        sql`
        select indexrelid::regclass::text as name, indisvalid and indisready as valid
        from pg_index join pg_class on pg_class.oid = indexrelid
        where relnamespace = 'public'::regnamespace`,
      )
      const invalid = rows.filter(({ valid }) => !valid).map(({ name }) => name)
      return { ok: invalid.length === 0, found: { indexes: rows.length, invalid } }
    },
  },
  {
    name: 'constraints',
    checked: 'All constraints have been validated against every row.',
    run: async (db) => {
      const rows = await readRows<{ name: string; valid: boolean }>(
        db,
        sql`
        select conrelid::regclass::text || '.' || conname as name, convalidated as valid
        from pg_constraint where connamespace = 'public'::regnamespace`,
      )
      const notValidated = rows.filter(({ valid }) => !valid).map(({ name }) => name)
      return { ok: notValidated.length === 0, found: { constraints: rows.length, notValidated } }
    },
  },
  {
    name: 'invariants',
    checked:
      'Orders, items, ledger, lockers and coupons agree for the newest orders. The nightly money check covers all orders.',
    run: async (db) => {
      const { orders, differences } = await checkNewestBooks(db)
      return { ok: differences.length === 0, found: { orders, differences: differences.slice(0, MOST_NAMED) } }
    },
  },
  {
    name: 'bloat',
    checked: 'No table has more than 10,000 dead rows that are more than a fifth of it.',
    run: async (db) => {
      const tables = await readRows<{ name: string; dead: number; live: number }>(
        db,
        sql`
        select relname as name, n_dead_tup::int as dead, n_live_tup::int as live from pg_stat_user_tables
        where n_dead_tup > 10000 and n_dead_tup > n_live_tup * 0.2
        order by n_dead_tup desc limit ${MOST_NAMED}`,
      )
      const [size] = await readRows<{ bytes: string }>(
        db,
        sql`select pg_database_size(current_database())::text as bytes`,
      )
      return { ok: tables.length === 0, found: { databaseBytes: Number(size?.bytes ?? 0), tables } }
    },
  },
  {
    name: 'replication',
    checked: 'Every connected replica is less than a minute behind. A store without replicas passes.',
    run: async (db) => {
      const replicas = await readRows<{ state: string | null; lag: number }>(
        db,
        sql`
        select state, coalesce(extract(epoch from replay_lag), 0)::int as lag from pg_stat_replication`,
      )
      return { ok: replicas.every(({ lag }) => lag < 60), found: { replicas } }
    },
  },
]

/** Each check has its own time limit; a failing check does not hide the others. */
export const checkDatabase = async (db: Db, redact: (text: string) => string): Promise<DbCheck> => {
  const start = performance.now()
  const checks: DbCheckPart[] = []
  for (const { name, checked, run } of CHECKS) {
    try {
      checks.push({ name, checked, ...(await withTimeout(TIMEOUT_MS, name, () => run(db))) })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      checks.push({ name, checked, ok: false, found: {}, error: redact(reason) })
    }
  }
  return { ok: checks.every(({ ok }) => ok), durationMs: Math.round(performance.now() - start), checks }
}
