import { and, eq, sql } from 'drizzle-orm'
import type { REPORTS } from '@slipstream/contract/locker'
import type { Tx } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { releaseReports } from '@slipstream/db/tables/locker'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { readGameVersion } from '#features/catalogue/game-versions.service.ts'
import { isOffered, newestReleaseFirst } from '#features/catalogue/offered-releases.ts'
import { includedModIds } from '#features/premium/included-mods.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { isOwnedBy } from './owned-by.ts'

interface Report {
  userId: number
  modId: number
  report: (typeof REPORTS)[number]
  note: string
}

/**
 * Records how the newest release works with the current game, for an owner or member; a new report replaces their
 * previous one.
 */
export const reportRelease = async (tx: Tx, { userId, modId, report, note }: Report) => {
  const [owned] = await tx
    .select({ id: entitlements.id })
    .from(entitlements)
    .where(isOwnedBy({ userId, modId }))
    .limit(1)
  const isInLocker = owned !== undefined || (await includedModIds(tx, userId, [modId])).has(modId)
  if (!isInLocker) throw new DomainError('locker.not_owned')
  const [release] = await tx
    .select({ id: modReleases.id })
    .from(modReleases)
    .where(and(eq(modReleases.modId, modId), isOffered))
    .orderBy(...newestReleaseFirst)
    .limit(1)
  const gameVersion = await readGameVersion(tx)
  if (!release || gameVersion === null) throw new DomainError('locker.nothing_to_report')
  await tx
    .insert(releaseReports)
    .values({ releaseId: release.id, gameVersion, userId, report, note })
    .onConflictDoUpdate({
      target: [releaseReports.releaseId, releaseReports.gameVersion, releaseReports.userId],
      set: { report, note, at: sql`now()` },
    })
}
