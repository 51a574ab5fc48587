import { and, eq, sql } from 'drizzle-orm'
import { type Download, DOWNLOAD_LINK_SECONDS } from '@slipstream/contract/locker'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { downloads } from '@slipstream/db/tables/locker'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { isOffered, newestReleaseFirst } from '#features/catalogue/offered-releases.ts'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import { freeDownloadsUntil, isWindowOpen, longestWindowFirst, type Terms } from './download-window.ts'
import { isInLocker } from './in-locker.ts'

interface Wanted {
  userId: number
  modId: number
  releaseId?: number | undefined
  ip: string
}

/**
 * Gives an owner a download link. Checks that the file exists first, so that a storage outage records nothing and a
 * download that never started does not end the right of withdrawal.
 */
export const startDownload = async (
  { db, storage }: { db: Db; storage: Storage },
  terms: Terms,
  wanted: Wanted,
): Promise<Download> => {
  await requireOpenWindow(db, terms, wanted)
  const release = await findRelease(db, wanted)
  if (!release || !(await isThere(storage, release.objectKey))) throw new DomainError('locker.no_file')
  const { objectKey, fileName, version, sizeBytes, sha256 } = release
  await inTransaction(db, async (tx) => {
    // Checked again under a lock, because a refund may have removed it meanwhile.
    const entitlementId = await requireOpenWindow(tx, terms, wanted, 'lock')
    await noteDownload(tx, { ...wanted, entitlementId, releaseId: release.id, version })
  })
  const url = await storage.presignDownload(objectKey, { fileName, expiresInSeconds: DOWNLOAD_LINK_SECONDS })
  return { state: 'ready', url, fileName, version, sizeBytes, sha256 }
}

const requireOpenWindow = async (db: Db, terms: Terms, wanted: Wanted, lock?: 'lock'): Promise<number> => {
  const living = db
    .select({ id: entitlements.id, windowEndsAt: entitlements.windowEndsAt })
    .from(entitlements)
    .where(isInLocker(wanted))
    .orderBy(...longestWindowFirst)
    .limit(1)
  const [entitlement] = lock ? await living.for('update') : await living
  if (!entitlement) throw new DomainError('locker.not_owned')
  if (!isWindowOpen(freeDownloadsUntil(terms, entitlement), new Date())) throw new DomainError('locker.window_over')
  return entitlement.id
}

const findRelease = async (db: Db, { modId, releaseId }: Wanted) => {
  const [release] = await db
    .select({
      id: modReleases.id,
      version: modReleases.version,
      objectKey: modReleases.objectKey,
      fileName: mods.fileName,
      sizeBytes: modReleases.sizeBytes,
      sha256: modReleases.sha256,
    })
    .from(modReleases)
    .innerJoin(mods, eq(mods.id, modReleases.modId))
    .where(
      and(eq(modReleases.modId, modId), isOffered, releaseId === undefined ? undefined : eq(modReleases.id, releaseId)),
    )
    .orderBy(...newestReleaseFirst)
    .limit(1)
  if (!release?.objectKey) return null
  return { ...release, objectKey: release.objectKey, fileName: release.fileName ?? `mod_${modId}.zip` }
}

const isThere = async (storage: Storage, key: string) => {
  try {
    return (await storage.sizeOfPrivate(key)) !== null
  } catch (cause) {
    throw new DomainError('storage.away', { cause })
  }
}

interface Noted {
  userId: number
  modId: number
  entitlementId: number
  releaseId: number
  version: string
  ip: string
}

const noteDownload = async (tx: Tx, { userId, modId, entitlementId, releaseId, version, ip }: Noted) => {
  await tx.insert(downloads).values({ userId, modId, entitlementId, releaseId, version, ip })
  await tx
    .update(entitlements)
    .set({ firstDownloadedAt: sql`coalesce(${entitlements.firstDownloadedAt}, now())` })
    .where(eq(entitlements.id, entitlementId))
}
