import { and, count, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { type Download, DOWNLOAD_LINK_SECONDS, DOWNLOADS_PER_DAY } from '@slipstream/contract/locker'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { downloads } from '@slipstream/db/tables/locker'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { users } from '@slipstream/db/tables/users'
import type { MarkKeys } from '#features/copies/mark-keys.ts'
import { findReadyCopy, forgetObject, readWaiting, requestCopy, useCopy } from '#features/copies/obtain-copy.service.ts'
import { findSplit } from '#features/copies/split-release.service.ts'
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
  isWaiting?: boolean | undefined
  ip: string
}

interface Parts {
  db: Db
  storage: Storage
  markKeys: MarkKeys
}

/**
 * Gives an owner or a member a link to their own marked copy, or has it made. The release's own archive is never handed
 * out. Checks first that the object exists, so that a storage outage records nothing and a download that never started
 * does not end the right of withdrawal.
 */
export const startDownload = async (parts: Parts, terms: Terms, wanted: Wanted): Promise<Download> => {
  const { db, storage, markKeys } = parts
  await requireRight(db, terms, wanted)
  const release = await findRelease(db, wanted)
  if (!release) throw new DomainError('locker.no_file')
  const copy = await findReadyCopy(db, { ...wanted, releaseId: release.id })
  if (copy && (await isThere(storage, copy.objectKey))) {
    const ready = await handOut(parts, terms, wanted, release, copy)
    if (ready) return ready
  }
  const waiting = wanted.isWaiting && !copy ? await readWaiting(db, { ...wanted, releaseId: release.id }) : null
  if (waiting) return { state: 'preparing', step: waiting }
  if (!copy && !(await canBeMade(parts, release))) throw new DomainError('locker.no_file')
  const step = await inTransaction(db, async (tx) => {
    const { entitlementId } = await requireRight(tx, terms, wanted, 'lock')
    if (copy) await forgetObject(tx, copy.id)
    const { userId, modId, isWaiting = false } = wanted
    return requestCopy(tx, markKeys, { userId, modId, releaseId: release.id, entitlementId, isWaiting })
  })
  return { state: 'preparing', step }
}

type Release = NonNullable<Awaited<ReturnType<typeof findRelease>>>
type Copy = NonNullable<Awaited<ReturnType<typeof findReadyCopy>>>

/** Null if the copy was swept meanwhile. */
const handOut = async ({ db, storage }: Parts, terms: Terms, wanted: Wanted, release: Release, copy: Copy) => {
  const { fileName, version } = release
  const right = await inTransaction(db, async (tx) => {
    // Checked again under a lock, because a refund may have revoked the right meanwhile.
    const found = await requireRight(tx, terms, wanted, 'lock')
    if (!(await useCopy(tx, copy.id))) return null
    await noteDownload(tx, { ...wanted, entitlementId: found.entitlementId, releaseId: release.id, version })
    return found
  })
  if (!right) return null
  const expiresInSeconds = linkSeconds(right.premiumUntil)
  const url = await storage.presignDownload(copy.objectKey, { fileName, expiresInSeconds })
  return { state: 'ready' as const, url, fileName, version, sizeBytes: copy.sizeBytes, sha256: copy.sha256 }
}

/** A release that has been split no longer needs its archive. */
const canBeMade = async ({ db, storage }: Parts, { id, objectKey }: Release) => {
  const split = await findSplit(db, id)
  return split?.readyAt != null || isThere(storage, objectKey)
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

/** Ownership counts first; Premium also opens an owned mod whose download window is over. */
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

/** The person's Premium, even if it has ended, if it includes the mod. */
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

/** Each link leaves a row that is kept for years. Counted under the lock of the right. */
const refuseTooMany = async (tx: Tx, userId: number) => {
  const [today = { count: 0 }] = await tx
    .select({ count: count() })
    .from(downloads)
    .where(and(eq(downloads.userId, userId), gt(downloads.at, sql`now() - interval '1 day'`)))
  if (today.count >= DOWNLOADS_PER_DAY) {
    throw new DomainError('request.too_many', { message: 'You have downloaded a lot today. Try again tomorrow.' })
  }
}

const noteDownload = async (tx: Tx, { userId, modId, entitlementId, releaseId, version, ip }: Noted) => {
  await refuseTooMany(tx, userId)
  await tx.insert(downloads).values({ userId, modId, entitlementId, releaseId, version, ip })
  if (entitlementId === null) return
  await tx
    .update(entitlements)
    .set({ firstDownloadedAt: sql`coalesce(${entitlements.firstDownloadedAt}, now())` })
    .where(eq(entitlements.id, entitlementId))
}
