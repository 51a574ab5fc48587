import { sql } from 'drizzle-orm'
import { inject, vi } from 'vitest'
import { readRows } from '@slipstream/db/client'
import { withClient } from '@slipstream/db/testing/test-database'
import type { TestStore } from './test-store.ts'

/** Renames the database during the work. Resolves when the store has noticed that it is back. */
export const whileDatabaseIsDown = async ({ config, services }: TestStore, work: () => Promise<void>) => {
  const isBack = new Promise<void>((resolve) =>
    services.bus.onChange('settings', (id) => id === undefined && resolve()),
  )
  const name = new URL(config.databaseUrl).pathname.slice(1)
  await rename(name, `${name}_away`)
  try {
    await work()
  } finally {
    await rename(`${name}_away`, name)
    await isBack
    // A pooler refuses connections for a second more.
    await vi.waitFor(() => readRows(services.database.db, sql`select`))
  }
}

const rename = (from: string, to: string) =>
  vi.waitFor(
    () =>
      withClient(inject('environment').DATABASE_URL ?? '', async (client) => {
        await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [from])
        await client.query(`alter database ${from} rename to ${to}`)
      }),
    { timeout: 10_000 },
  )
