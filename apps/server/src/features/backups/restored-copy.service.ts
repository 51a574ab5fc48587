import { desc, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '@slipstream/db/client'
import { restoredCopies } from '@slipstream/db/tables/backups'
import { connect } from './table-hashes.ts'

/** Whether this database was restored and nobody has released it yet. */
export const isSilentCopy = async (db: Db) => {
  const [copy] = await db
    .select({ id: restoredCopies.id })
    .from(restoredCopies)
    .where(isNull(restoredCopies.releasedAt))
    .orderBy(desc(restoredCopies.id))
    .limit(1)
  return copy !== undefined
}

export const markRestored = async (tx: Tx, backupId: string) => {
  await tx.insert(restoredCopies).values({ backupId })
}

/** No store runs on a fresh copy. This prevents a running store from being silenced by mistake. */
export const refuseRunning = async (url: string) => {
  const client = await connect(url)
  try {
    const { rowCount } = await client.query(
      `select from pg_stat_activity
       where datname = current_database() and application_name like 'slipstream-%' and pid <> pg_backend_pid()`,
    )
    if (rowCount)
      throw new Error('A store runs on this database. Stop its servers and workers, or correct DATABASE_URL.')
  } finally {
    await client.end()
  }
}

/** False if there is nothing to release. */
export const releaseCopy = async (tx: Tx) => {
  const released = await tx
    .update(restoredCopies)
    .set({ releasedAt: sql`now()` })
    .where(isNull(restoredCopies.releasedAt))
    .returning({ id: restoredCopies.id })
  return released.length > 0
}
