import { desc, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '@slipstream/db/client'
import { restoredCopies } from '@slipstream/db/tables/backups'

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

/** False if there is nothing to release. */
export const releaseCopy = async (tx: Tx) => {
  const released = await tx
    .update(restoredCopies)
    .set({ releasedAt: sql`now()` })
    .where(isNull(restoredCopies.releasedAt))
    .returning({ id: restoredCopies.id })
  return released.length > 0
}
