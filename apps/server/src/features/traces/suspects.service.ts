import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '@slipstream/db/client'
import { releaseSplits } from '@slipstream/db/tables/copies'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { type MarkKeys, markKeyOf } from '#features/copies/mark-keys.ts'
import { markCodesOf } from '#features/copies/marks.service.ts'
import { readPlan } from '#features/copies/stored-plan.ts'
import type { Storage } from '#gateways/storage.ts'

export interface SuspectParts {
  db: Db
  storage: Pick<Storage, 'readPrivate'>
  markKeys: MarkKeys
}

/** More than a creator releases in years. They are small rows; the plans are read one at a time. */
const MOST_SPLITS = 5_000

export const listSplits = (db: Db, modId: number | null) =>
  db
    .select({
      id: releaseSplits.id,
      releaseId: releaseSplits.releaseId,
      modId: modReleases.modId,
      keyId: releaseSplits.keyId,
      planId: releaseSplits.planId,
      planKey: releaseSplits.planKey,
      planBytes: releaseSplits.planBytes,
    })
    .from(releaseSplits)
    .innerJoin(modReleases, eq(modReleases.id, releaseSplits.releaseId))
    .where(and(isNotNull(releaseSplits.readyAt), modId === null ? undefined : eq(modReleases.modId, modId)))
    .orderBy(desc(releaseSplits.id))
    .limit(MOST_SPLITS)
export type SplitRow = Awaited<ReturnType<typeof listSplits>>[number]

/** Separates splits whose key is lost, so that they do not keep the copies of other keys from being traced. */
export const byKey = (markKeys: MarkKeys, all: readonly SplitRow[]) => {
  const known = new Set(markKeys.map(({ id }) => id))
  const lost = all.filter(({ keyId }) => !known.has(keyId))
  return {
    splits: all.filter(({ keyId }) => known.has(keyId)),
    uncompared: new Set(lost.map(({ releaseId }) => releaseId)).size,
  }
}

/** The plan of every split with all purchases of its mod, one after the other. */
export async function* suspectsOf({ db, storage, markKeys }: SuspectParts, splits: readonly SplitRow[]) {
  for (const split of splits) {
    const plan = await readPlan(storage, split)
    yield { plan, key: markKeyOf(markKeys, split.keyId), purchases: markCodesOf(db, split.modId) }
  }
}
