import { asc, inArray, sql } from 'drizzle-orm'
import type { AdminRelease } from '@slipstream/contract/releases'
import type { Db } from '@slipstream/db/client'
import { releaseSplits } from '@slipstream/db/tables/copies'

/** How well the copies of these releases can be traced. */
export const readCapacities = async (db: Db, releaseIds: readonly number[]) => {
  const rows = await db
    .select({
      releaseId: releaseSplits.releaseId,
      capacity: releaseSplits.capacity,
      failure: releaseSplits.failure,
    })
    .from(releaseSplits)
    .where(inArray(releaseSplits.releaseId, [...releaseIds]))
    .orderBy(sql`${releaseSplits.readyAt} is not null`, asc(releaseSplits.id))
  // The last row of a release wins, which is its newest finished split if it has one.
  const byRelease = new Map(rows.map(({ releaseId, ...copies }) => [releaseId, copies]))
  return (releaseId: number): AdminRelease['copies'] => byRelease.get(releaseId) ?? { capacity: null, failure: null }
}
