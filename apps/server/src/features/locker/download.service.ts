import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { type Download, DOWNLOAD_LINK_SECONDS } from '@slipstream/contract/locker'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { downloads } from '@slipstream/db/tables/locker'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { users } from '@slipstream/db/tables/users'
import { isOffered, newestReleaseFirst } from '#features/catalogue/offered-releases.ts'
import { isIncluded } from '#features/premium/included-mods.service.ts'
import { isPremiumAt } from '#features/premium/premium.ts'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import { freeDownloadsUntil, isWindowOpen, longestWindowFirst, type Terms } from './download-window.ts'
import { isOwnedBy } from './owned-by.ts'

interface Wanted {
  userId: number
  modId: number
  releaseId?: number | undefined
  ip: string
}

/**
 * Gives an owner or a member a download link. Checks that the file exists first, so that a storage outage records nothing and a
 * download that never started does not end the right of withdrawal.
 */
export const startDownload = async (
  { db, storage }: { db: Db; storage: Storage },
  terms: Terms,
  wanted: Wanted,
): Promise<Download> => {
  await requireRight(db, terms, wanted)
  const release = await findRelease(db, wanted)
  if (!release || !(await isThere(storage, release.objectKey))) throw new DomainError('locker.no_file')
  const { objectKey, fileName, version, sizeBytes, sha256 } = release
  const { premiumUntil } = await inTransaction(db, async (tx) => {
    // Checked again under a lock, because a refund may have removed it meanwhile.
    const right = await requireRight(tx, terms, wanted, 'lock')
    await noteDownload(tx, { ...wanted, entitlementId: right.entitlementId, releaseId: release.id, version })
    return right
  })
  const url = await storage.presignDownload(objectKey, { fileName, expiresInSeconds: linkSeconds(premiumUntil) })
  return { state: 'ready', url, fileName, version, sizeBytes, sha256 }
}

/** Signatures count whole seconds. A link does not outlive the Premium it was given for. */
const linkSeconds = (premiumUntil: Date | null) => {
  if (premiumUntil === null) return DOWNLOAD_LINK_SECONDS
  const left = Math.floor(premiumUntil.getTime() / 1_000) - Math.floor(Date.now() / 1_000)
  return Math.max(1, Math.min(DOWNLOAD_LINK_SECONDS, left))
}

interface Right {
  /** Null where only Premium gives the mod. */
  entitlementId: number | null
  /** Set where the download depends on Premium. */
  premiumUntil: Date | null
}

/** What was bought counts first; Premium also opens a bought mod whose download window is over. */
const requireRight = async (db: Db, terms: Terms, wanted: Wanted, lock?: 'lock'): Promise<Right> => {
  const entitlement = await findEntitlement(db, wanted, lock)
  const now = new Date()
  if (entitlement && isWindowOpen(freeDownloadsUntil(terms, entitlement), now)) {
    return { entitlementId: entitlement.id, premiumUntil: null }
  }
  const premium = await findPremium(db, wanted, lock)
  if (premium && isPremiumAt(premium.endsAt, now)) {
    return { entitlementId: entitlement?.id ?? null, premiumUntil: premium.endsAt }
  }
  if (entitlement) throw new DomainError('locker.window_over')
  throw new DomainError(premium ? 'locker.premium_over' : 'locker.not_owned')
}

const findEntitlement = async (db: Db, wanted: Wanted, lock: 'lock' | undefined) => {
  const living = db
    .select({ id: entitlements.id, windowEndsAt: entitlements.windowEndsAt })
    .from(entitlements)
    .where(isOwnedBy(wanted))
    .orderBy(...longestWindowFirst)
    .limit(1)
  const [entitlement] = lock ? await living.for('update') : await living
  return entitlement
}

/** The person's Premium, over or not, if it includes the mod. */
const findPremium = async (db: Db, { userId, modId }: Wanted, lock: 'lock' | undefined) => {
  const including = db
    .select({ endsAt: users.premiumExpiresAt })
    .from(users)
    .innerJoin(mods, and(eq(mods.id, modId), isIncluded))
    .where(and(eq(users.id, userId), isNotNull(users.premiumExpiresAt)))
  const [premium] = lock ? await including.for('share', { of: users }) : await including
  return premium
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
  entitlementId: number | null
  releaseId: number
  version: string
  ip: string
}

const noteDownload = async (tx: Tx, { userId, modId, entitlementId, releaseId, version, ip }: Noted) => {
  await tx.insert(downloads).values({ userId, modId, entitlementId, releaseId, version, ip })
  if (entitlementId === null) return
  await tx
    .update(entitlements)
    .set({ firstDownloadedAt: sql`coalesce(${entitlements.firstDownloadedAt}, now())` })
    .where(eq(entitlements.id, entitlementId))
}
