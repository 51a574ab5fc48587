import { and, type Column, desc, eq, exists, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Locker, LockerItem, LockerRelease } from '@slipstream/contract/locker'
import type { Db } from '@slipstream/db/client'
import { copies, copyMarks, releaseSplits } from '@slipstream/db/tables/copies'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { downloads, releaseReports } from '@slipstream/db/tables/locker'
import { modReleases, releaseCompatibility } from '@slipstream/db/tables/mod-releases'
import { categories, mods } from '@slipstream/db/tables/mods'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { users } from '@slipstream/db/tables/users'
import { readGameVersion } from '#features/catalogue/game-versions.service.ts'
import { coverColumns, coverOf, type PublicObjects, toPicture } from '#features/catalogue/mod-cards.service.ts'
import { isOffered, newestReleaseFirst } from '#features/catalogue/offered-releases.ts'
import { isBefore, refundRequestUntil } from '#features/orders/request-windows.ts'
import { isIncluded, isMember, readPremiumEnd } from '#features/premium/included-mods.service.ts'
import { isPremiumAt } from '#features/premium/premium.ts'
import { DomainError } from '#lib/domain-error.ts'
import { freeDownloadsUntil, isWindowOpen, longestWindowFirst, type Terms } from './download-window.ts'

/** One row per owned mod: if it is owned for several reasons, the one that lasts longest. */
const livingOf = (db: Db, userId: number) =>
  db
    .selectDistinctOn([entitlements.modId], {
      id: entitlements.id,
      modId: entitlements.modId,
      orderItemId: entitlements.orderItemId,
      source: entitlements.source,
      grantedAt: entitlements.grantedAt,
      windowEndsAt: entitlements.windowEndsAt,
    })
    .from(entitlements)
    .where(and(eq(entitlements.userId, userId), isNull(entitlements.revokedAt)))
    .orderBy(entitlements.modId, ...longestWindowFirst)
    .as('living')

/** The release that players get, for a lateral join with a row of mods. */
const newestOf = (db: Db) =>
  db
    .select({
      id: modReleases.id,
      version: modReleases.version,
      publishedAt: modReleases.publishedAt,
      changes: modReleases.changes,
      gameVersions: modReleases.gameVersions,
      sizeBytes: modReleases.sizeBytes,
    })
    .from(modReleases)
    .where(and(eq(modReleases.modId, mods.id), isOffered))
    .orderBy(...newestReleaseFirst)
    .limit(1)
    .as('newest')

const lastDownloadOf = (db: Db, userId: number) =>
  db
    .select({ version: downloads.version })
    .from(downloads)
    .where(and(eq(downloads.userId, userId), eq(downloads.modId, mods.id)))
    .orderBy(desc(downloads.id))
    .limit(1)
    .as('last_download')

/** The hash of the person's own copy; null until it is made. */
const ownHashOf = (releaseId: Column, userId: number) => sql<string | null>`(
  select c.sha256 from ${copies} c
    join ${releaseSplits} s on s.id = c.split_id and s.release_id = ${releaseId}
    join ${copyMarks} m on m.id = c.mark_id and m.user_id = ${userId}
  where c.ready_at is not null order by s.ready_at desc, s.id desc limit 1)`

interface Wanted {
  userId: number
  isMember: boolean
  gameVersion: string | null
  modId?: number
}

/** Owned mods first, the newest on top; then what Premium adds. A mod that is both counts as owned. */
const readItems = async (db: Db, { userId, isMember, gameVersion, modId }: Wanted) => {
  const [living, newest, last, cover] = [livingOf(db, userId), newestOf(db), lastDownloadOf(db, userId), coverOf(db)]
  const isOwned = isNotNull(living.id)
  return db
    .select({
      modId: mods.id,
      title: mods.title,
      status: mods.status,
      category: categories.slug,
      categoryName: categories.name,
      cover: coverColumns(cover),
      source: living.source,
      grantedAt: living.grantedAt,
      isIncluded: sql<boolean>`${isIncluded}`,
      windowEndsAt: living.windowEndsAt,
      orderNumber: orders.number,
      paidAt: orders.paidAt,
      release: {
        id: newest.id,
        version: newest.version,
        publishedAt: newest.publishedAt,
        changes: newest.changes,
        gameVersions: newest.gameVersions,
        sizeBytes: newest.sizeBytes,
        sha256: ownHashOf(newest.id, userId),
      },
      downloadedVersion: last.version,
      compatibility: releaseCompatibility.state,
      ownReport: releaseReports.report,
    })
    .from(mods)
    .leftJoin(living, eq(living.modId, mods.id))
    .innerJoin(categories, eq(categories.id, mods.categoryId))
    .leftJoin(orderItems, eq(orderItems.id, living.orderItemId))
    .leftJoin(orders, eq(orders.id, orderItems.orderId))
    .leftJoinLateral(cover, sql`true`)
    .leftJoinLateral(newest, sql`true`)
    .leftJoinLateral(last, sql`true`)
    .leftJoin(
      releaseCompatibility,
      and(eq(releaseCompatibility.releaseId, newest.id), eq(releaseCompatibility.gameVersion, gameVersion ?? '')),
    )
    .leftJoin(
      releaseReports,
      and(
        eq(releaseReports.releaseId, newest.id),
        eq(releaseReports.gameVersion, gameVersion ?? ''),
        eq(releaseReports.userId, userId),
      ),
    )
    .where(and(isMember ? or(isOwned, isIncluded) : isOwned, modId === undefined ? undefined : eq(mods.id, modId)))
    .orderBy(sql`${living.grantedAt} desc nulls last`, desc(living.id), desc(mods.publishedAt), desc(mods.id))
}
type ItemRow = Awaited<ReturnType<typeof readItems>>[number]

interface View {
  objects: PublicObjects
  terms: Terms
  premiumExpiresAt: Date | null
  now: Date
}

/** Until when a mod can be downloaded, by purchase and by Premium. */
const periodsOf = ({ terms, premiumExpiresAt, now }: View, row: ItemRow) => {
  const freeUntil = freeDownloadsUntil(terms, row)
  const premiumUntil = row.isIncluded && isPremiumAt(premiumExpiresAt, now) ? premiumExpiresAt : null
  return {
    freeUntil: freeUntil?.toISOString() ?? null,
    isWindowOpen: premiumUntil !== null || isWindowOpen(freeUntil, now),
    premiumUntil: premiumUntil?.toISOString() ?? null,
  }
}

const toItem = (view: View, row: ItemRow): LockerItem => {
  const { objects, now } = view
  const { release, downloadedVersion } = row
  const refundUntil = refundRequestUntil(row)
  return {
    modId: row.modId,
    title: row.title,
    category: row.category,
    categoryName: row.categoryName,
    picture: row.cover && toPicture(objects, row.cover),
    isForSale: row.status === 'published',
    source: row.source ?? 'premium',
    since: row.grantedAt?.toISOString() ?? null,
    orderNumber: row.orderNumber,
    refundUntil: refundUntil && isBefore(refundUntil, now) ? refundUntil.toISOString() : null,
    release: release && toRelease(release, now),
    downloadedVersion,
    hasUpdate: release !== null && downloadedVersion !== null && downloadedVersion !== release.version,
    ...periodsOf(view, row),
    compatibility: row.compatibility,
    ownReport: row.ownReport,
  }
}

/** An offered release always has a date; the table has a constraint for it. */
const toRelease = ({ publishedAt, ...release }: NonNullable<ItemRow['release']>, now: Date): LockerRelease => ({
  ...release,
  releasedAt: (publishedAt ?? now).toISOString(),
})

/** The mods a person owns, including mods that are no longer for sale, and what their Premium includes. */
export const readLocker = async (db: Db, objects: PublicObjects, terms: Terms, userId: number): Promise<Locker> => {
  const gameVersion = await readGameVersion(db)
  const premiumExpiresAt = await readPremiumEnd(db, userId)
  const now = new Date()
  const rows = await readItems(db, { userId, isMember: isPremiumAt(premiumExpiresAt, now), gameVersion })
  return {
    items: rows.map((row) => toItem({ objects, terms, premiumExpiresAt, now }, row)),
    gameVersion,
    premiumExpiresAt: premiumExpiresAt?.toISOString() ?? null,
    renewals: terms.renewals,
  }
}

export const readLockerItem = async (
  db: Db,
  objects: PublicObjects,
  terms: Terms,
  { userId, modId }: { userId: number; modId: number },
): Promise<LockerItem> => {
  const gameVersion = await readGameVersion(db)
  const premiumExpiresAt = await readPremiumEnd(db, userId)
  const now = new Date()
  const [row] = await readItems(db, { userId, isMember: isPremiumAt(premiumExpiresAt, now), gameVersion, modId })
  if (!row) throw new DomainError('locker.not_owned')
  return toItem({ objects, terms, premiumExpiresAt, now }, row)
}

/** The last download of each mod. Few rows, while Premium may include many mods that were never downloaded. */
const lastDownloadsOf = (db: Db, userId: number) =>
  db
    .selectDistinctOn([downloads.modId], { modId: downloads.modId, version: downloads.version })
    .from(downloads)
    .where(eq(downloads.userId, userId))
    .orderBy(downloads.modId, desc(downloads.id))
    .as('last_downloads')

/** How many mods in the locker have a newer release than the last downloaded one. */
export const countUpdates = async (db: Db, userId: number): Promise<number> => {
  const last = lastDownloadsOf(db, userId)
  const owned = db
    .select({ id: entitlements.id })
    .from(entitlements)
    .where(and(eq(entitlements.userId, userId), eq(entitlements.modId, mods.id), isNull(entitlements.revokedAt)))
  const membership = db.select({ id: users.id }).from(users).where(isMember(userId, new Date()))
  const [found] = await db
    .select({ updates: sql<number>`count(*)::int` })
    .from(last)
    .innerJoin(mods, eq(mods.id, last.modId))
    .where(and(ne(mods.version, last.version), or(exists(owned), and(isIncluded, exists(membership)))))
  return found?.updates ?? 0
}
