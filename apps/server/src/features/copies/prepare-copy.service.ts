import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Db, inTransaction, readRows, type Tx } from '@slipstream/db/client'
import { copies } from '@slipstream/db/tables/copies'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { isOffered, newestReleaseFirst } from '#features/catalogue/offered-releases.ts'
import { requestCopyAhead } from './obtain-copy.service.ts'

/** Beyond this, copies are made on request only. Enough for about 170 copies of a 600 MB mod. */
const MOST_BYTES_AHEAD = 100 * 2 ** 30

/** Makes the copy of a new owner before their first click, so that the download usually starts at once. */
export const prepareCopy = (db: Db, entitlementId: number) =>
  inTransaction(db, async (tx) => {
    const [owned] = await tx
      .select({ userId: entitlements.userId, modId: entitlements.modId })
      .from(entitlements)
      .where(and(eq(entitlements.id, entitlementId), isNull(entitlements.revokedAt)))
    if (!owned || (await keptBytes(tx)) > MOST_BYTES_AHEAD) return
    const [release] = await tx
      .select({ id: modReleases.id })
      .from(modReleases)
      .where(and(eq(modReleases.modId, owned.modId), isOffered))
      .orderBy(...newestReleaseFirst)
      .limit(1)
    if (release) await requestCopyAhead(tx, { ...owned, releaseId: release.id, entitlementId })
  })

const keptBytes = async (tx: Tx) => {
  const [sum] = await readRows<{ bytes: number }>(
    tx,
    sql`select coalesce(sum(size_bytes), 0)::float8 as bytes from ${copies}`,
  )
  return sum?.bytes ?? 0
}
