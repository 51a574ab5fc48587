import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { AnnouncementKind } from '@slipstream/contract/announcement-terms'
import type { Embed } from '@slipstream/contract/announcements'
import type { Db } from '@slipstream/db/client'
import { announcementItems } from '@slipstream/db/tables/announcements'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { coverColumns, coverOf, isPublished, type PublicObjects } from '#features/catalogue/mod-cards.service.ts'
import { isOnSale, salePriceAt } from '#features/catalogue/sale-price.service.ts'
import { readSettings } from '#features/settings/settings.service.ts'
import { type NewsItem, type NewsSource, toDiscord, writeEmbed } from './announcement-message.ts'

export interface NewsParts {
  storage: PublicObjects
  publicUrl: string
}

const MOD_COLUMNS = {
  modId: mods.id,
  title: mods.title,
  description: mods.description,
  status: mods.status,
  priceCents: mods.priceCents,
  salePriceCents: mods.salePriceCents,
  saleStartsAt: mods.saleStartsAt,
  saleEndsAt: mods.saleEndsAt,
}
const RELEASE_COLUMNS = { version: modReleases.version, changes: modReleases.changes, status: modReleases.status }

const readSource = async (db: Db, publicUrl: string): Promise<NewsSource> => {
  const { storeName, timeZone, accentDark } = await readSettings(db)
  return { storeName, timeZone, accentDark, publicUrl }
}

/** The columns of a mod with its cover and release. The caller chooses the mods. */
const selectNews = (db: Db) => {
  const cover = coverOf(db)
  return { cover, columns: { mod: MOD_COLUMNS, release: RELEASE_COLUMNS, cover: coverColumns(cover) } }
}

interface NewsRow {
  mod: Pick<typeof mods.$inferSelect, Exclude<keyof typeof MOD_COLUMNS, 'modId'>> & { modId: number }
  release: Pick<typeof modReleases.$inferSelect, keyof typeof RELEASE_COLUMNS> | null
  cover: { originalKey: string } | null
}

const toItem = ({ mod, release, cover }: NewsRow, storage: PublicObjects, hasEnded = false): NewsItem => ({
  modId: mod.modId,
  title: mod.title,
  description: mod.description,
  isOffered: mod.status === 'published' && (release === null || release.status === 'published'),
  priceCents: mod.priceCents,
  salePriceCents: hasEnded ? null : salePriceAt(mod, new Date()),
  saleEndsAt: mod.saleEndsAt,
  imageUrl: cover && storage.publicUrl(cover.originalKey),
  release: release && { version: release.version, changes: release.changes },
})

/** The message of an announcement as it would be written now. */
export const readMessage = async (db: Db, { storage, publicUrl }: NewsParts, id: number, kind: AnnouncementKind) => {
  const { cover, columns } = selectNews(db)
  const rows = await db
    .select({ ...columns, hasEnded: sql<boolean>`${announcementItems.endedAt} is not null` })
    .from(announcementItems)
    .innerJoin(mods, eq(mods.id, announcementItems.modId))
    .leftJoin(modReleases, eq(modReleases.id, announcementItems.releaseId))
    .leftJoinLateral(cover, sql`true`)
    .where(eq(announcementItems.announcementId, id))
    .orderBy(asc(announcementItems.id))
  if (rows.length === 0) return null
  const source = await readSource(db, publicUrl)
  const items = rows.map(({ hasEnded, ...row }) => toItem(row, storage, hasEnded))
  return toDiscord(writeEmbed(kind, items, source), source.accentDark)
}

const EXAMPLE: NewsItem = {
  modId: 1,
  title: 'Kestrel R4 Rally',
  description: 'A rally car with three configurations.',
  isOffered: true,
  priceCents: 1_500,
  salePriceCents: null,
  saleEndsAt: null,
  imageUrl: null,
  release: null,
}
const EXAMPLES: Record<AnnouncementKind, NewsItem> = {
  mod: EXAMPLE,
  release: { ...EXAMPLE, release: { version: '1.2', changes: ['New wheels', 'Fixed the mirrors'] } },
  sale: { ...EXAMPLE, salePriceCents: 999 },
}

/** The newest mod, release or sale as it would be announced, or an example if there is none. */
export const previewNews = async (
  db: Db,
  { storage, publicUrl }: NewsParts,
  kind: AnnouncementKind,
): Promise<{ embed: Embed; isExample: boolean }> => {
  const row = await readNewest(db, kind)
  const item = row ? toItem(row, storage) : EXAMPLES[kind]
  return { embed: writeEmbed(kind, [item], await readSource(db, publicUrl)), isExample: row === undefined }
}

const readNewest = async (db: Db, kind: AnnouncementKind): Promise<NewsRow | undefined> => {
  const [row] = await (kind === 'release' ? readNewestRelease(db) : readNewestMod(db, kind === 'sale'))
  return row
}

const readNewestRelease = (db: Db): PromiseLike<NewsRow[]> => {
  const { cover, columns } = selectNews(db)
  return db
    .select(columns)
    .from(mods)
    .innerJoin(modReleases, eq(modReleases.modId, mods.id))
    .leftJoinLateral(cover, sql`true`)
    .where(and(isPublished, eq(modReleases.status, 'published')))
    .orderBy(desc(modReleases.publishedAt), desc(modReleases.id))
    .limit(1)
}

const readNewestMod = (db: Db, mustBeOnSale: boolean): PromiseLike<NewsRow[]> => {
  const { cover, columns } = selectNews(db)
  return db
    .select(columns)
    .from(mods)
    .leftJoin(modReleases, sql`false`)
    .leftJoinLateral(cover, sql`true`)
    .where(and(isPublished, mustBeOnSale ? isOnSale : undefined))
    .orderBy(desc(mods.publishedAt), desc(mods.id))
    .limit(1)
}
