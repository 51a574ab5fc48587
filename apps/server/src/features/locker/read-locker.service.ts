import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Locker, LockerItem, LockerRelease } from '@slipstream/contract/locker'
import type { Db } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { downloads, releaseReports } from '@slipstream/db/tables/locker'
import { modReleases, releaseCompatibility } from '@slipstream/db/tables/mod-releases'
import { categories, mods } from '@slipstream/db/tables/mods'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { readGameVersion } from '#features/catalogue/game-versions.service.ts'
import { coverColumns, coverOf, type PublicObjects, toPicture } from '#features/catalogue/mod-cards.service.ts'
import { isOffered, newestReleaseFirst } from '#features/catalogue/offered-releases.ts'
import { isBefore, refundRequestUntil } from '#features/orders/request-windows.ts'
import { DomainError } from '#lib/domain-error.ts'
import { freeDownloadsUntil, isWindowOpen, longestWindowFirst, type Terms } from './download-window.ts'

/** One row per mod: if it is owned for several reasons, the one that lasts longest. */
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
      sha256: modReleases.sha256,
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

const readItems = async (db: Db, userId: number, gameVersion: string | null, modId?: number) => {
  const [living, newest, last, cover] = [livingOf(db, userId), newestOf(db), lastDownloadOf(db, userId), coverOf(db)]
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
        sha256: newest.sha256,
      },
      downloadedVersion: last.version,
      compatibility: releaseCompatibility.state,
      ownReport: releaseReports.report,
    })
    .from(living)
    .innerJoin(mods, eq(mods.id, living.modId))
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
    .where(modId === undefined ? undefined : eq(mods.id, modId))
    .orderBy(desc(living.grantedAt), desc(living.id))
}
type ItemRow = Awaited<ReturnType<typeof readItems>>[number]

const toItem = (objects: PublicObjects, terms: Terms, row: ItemRow, now: Date): LockerItem => {
  const { release, downloadedVersion } = row
  const refundUntil = refundRequestUntil(row)
  const freeUntil = freeDownloadsUntil(terms, row)
  return {
    modId: row.modId,
    title: row.title,
    category: row.category,
    categoryName: row.categoryName,
    picture: row.cover && toPicture(objects, row.cover),
    isForSale: row.status === 'published',
    source: row.source,
    since: row.grantedAt.toISOString(),
    orderNumber: row.orderNumber,
    refundUntil: refundUntil && isBefore(refundUntil, now) ? refundUntil.toISOString() : null,
    release: release && toRelease(release, now),
    downloadedVersion,
    hasUpdate: release !== null && downloadedVersion !== null && downloadedVersion !== release.version,
    freeUntil: freeUntil?.toISOString() ?? null,
    isWindowOpen: isWindowOpen(freeUntil, now),
    compatibility: row.compatibility,
    ownReport: row.ownReport,
  }
}

/** An offered release always has a date; the table has a constraint for it. */
const toRelease = ({ publishedAt, ...release }: NonNullable<ItemRow['release']>, now: Date): LockerRelease => ({
  ...release,
  releasedAt: (publishedAt ?? now).toISOString(),
})

/** The mods a person owns, newest first, including mods that are no longer for sale. */
export const readLocker = async (db: Db, objects: PublicObjects, terms: Terms, userId: number): Promise<Locker> => {
  const gameVersion = await readGameVersion(db)
  const rows = await readItems(db, userId, gameVersion)
  const now = new Date()
  return { items: rows.map((row) => toItem(objects, terms, row, now)), gameVersion, renewals: terms.renewals }
}

export const readLockerItem = async (
  db: Db,
  objects: PublicObjects,
  terms: Terms,
  { userId, modId }: { userId: number; modId: number },
): Promise<LockerItem> => {
  const [row] = await readItems(db, userId, await readGameVersion(db), modId)
  if (!row) throw new DomainError('locker.not_owned')
  return toItem(objects, terms, row, new Date())
}

/** How many owned mods have a newer release than the last downloaded one. */
export const countUpdates = async (db: Db, userId: number): Promise<number> => {
  const [living, last] = [livingOf(db, userId), lastDownloadOf(db, userId)]
  const [found] = await db
    .select({ updates: sql<number>`count(*)::int` })
    .from(living)
    .innerJoin(mods, eq(mods.id, living.modId))
    .innerJoinLateral(last, sql`true`)
    .where(ne(mods.version, last.version))
  return found?.updates ?? 0
}
