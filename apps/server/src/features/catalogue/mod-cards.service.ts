import { and, asc, eq, type InferSelectModel, inArray, sql } from 'drizzle-orm'
import type { ModCard } from '@slipstream/contract/mods'
import { cents } from '@slipstream/contract/money'
import type { GalleryPicture, Picture } from '@slipstream/contract/picture'
import type { Db } from '@slipstream/db/client'
import { modPictures } from '@slipstream/db/tables/mod-pictures'
import { categories, mods } from '@slipstream/db/tables/mods'
import type { Storage } from '#gateways/storage.ts'
import { salePriceAt } from './sale-price.service.ts'

/** Resolves the public address of an object. */
export type PublicObjects = Pick<Storage, 'publicUrl'>

export const isPublished = eq(mods.status, 'published')

const PICTURE_COLUMNS = {
  hash: modPictures.hash,
  originalKey: modPictures.originalKey,
  widths: modPictures.widths,
  width: modPictures.width,
  height: modPictures.height,
  alt: modPictures.alt,
  label: modPictures.label,
  placeholder: modPictures.placeholder,
}
/** Includes what only the gallery shows. */
export const GALLERY_COLUMNS = { ...PICTURE_COLUMNS, kind: modPictures.kind, caption: modPictures.caption }
type PictureRow = Pick<InferSelectModel<typeof modPictures>, keyof typeof PICTURE_COLUMNS>
type GalleryRow = Pick<InferSelectModel<typeof modPictures>, keyof typeof GALLERY_COLUMNS>

/** The cover picture, for a lateral join with a row of mods. */
export const coverOf = (db: Db) =>
  db
    .select(PICTURE_COLUMNS)
    .from(modPictures)
    .where(eq(modPictures.modId, mods.id))
    .orderBy(asc(modPictures.sortOrder))
    .limit(1)
    .as('cover')

export const coverColumns = (cover: ReturnType<typeof coverOf>) => ({
  hash: cover.hash,
  originalKey: cover.originalKey,
  widths: cover.widths,
  width: cover.width,
  height: cover.height,
  alt: cover.alt,
  label: cover.label,
  placeholder: cover.placeholder,
})

const MOD_COLUMNS = {
  id: mods.id,
  title: mods.title,
  description: mods.description,
  priceCents: mods.priceCents,
  salePriceCents: mods.salePriceCents,
  saleStartsAt: mods.saleStartsAt,
  saleEndsAt: mods.saleEndsAt,
  engine: mods.engine,
  powerKw: mods.powerKw,
  drivetrain: mods.drivetrain,
  ratingCount: mods.ratingCount,
  ratingSum: mods.ratingSum,
  includedWithPremium: mods.includedWithPremium,
  publishedAt: mods.publishedAt,
  version: mods.version,
  releasedAt: mods.releasedAt,
}
/** For a query that joins mods with their categories. */
export const CARD_COLUMNS = { ...MOD_COLUMNS, category: categories.slug, categoryName: categories.name }
export type CardRow = Pick<InferSelectModel<typeof mods>, keyof typeof MOD_COLUMNS> & {
  category: string
  categoryName: string
  cover: PictureRow | null
}

export const toPicture = (objects: PublicObjects, row: PictureRow): Picture => {
  const { hash, originalKey, ...rest } = row
  return { ...rest, src: objects.publicUrl(originalKey), stem: objects.publicUrl(`pictures/${hash}`) }
}

export const toGalleryPicture = (objects: PublicObjects, { kind, caption, ...row }: GalleryRow): GalleryPicture => ({
  ...toPicture(objects, row),
  kind,
  caption,
})

/** The average with one decimal. */
export const ratingOf = ({ ratingCount, ratingSum }: { ratingCount: number; ratingSum: number }) =>
  ratingCount === 0 ? null : Math.round((ratingSum / ratingCount) * 10) / 10

export const toCard = (objects: PublicObjects, row: CardRow, now = new Date()): ModCard => {
  const discountPrice = salePriceAt(row, now)
  const picture = row.cover && toPicture(objects, row.cover)
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    category: row.category,
    categoryName: row.categoryName,
    price: cents(row.priceCents),
    discountPrice,
    saleEndsAt: discountPrice === null ? null : (row.saleEndsAt?.toISOString() ?? null),
    previewImageUrl: picture?.src ?? null,
    picture,
    engine: row.engine,
    powerKw: row.powerKw,
    drivetrain: row.drivetrain,
    rating: ratingOf(row),
    ratingCount: row.ratingCount,
    includedWithPremium: row.includedWithPremium,
    // A published mod always has a date; the table has a constraint for it.
    publishedAt: (row.publishedAt ?? now).toISOString(),
    version: row.version,
    releasedAt: row.releasedAt?.toISOString() ?? null,
  }
}

/** The cards of the published ones among these mods, in the given order. */
export const modCardsByIds = async (db: Db, objects: PublicObjects, ids: readonly number[]): Promise<ModCard[]> => {
  if (ids.length === 0) return []
  const cover = coverOf(db)
  const rows = await db
    .select({ ...CARD_COLUMNS, cover: coverColumns(cover) })
    .from(mods)
    .innerJoin(categories, eq(categories.id, mods.categoryId))
    .leftJoinLateral(cover, sql`true`)
    .where(and(inArray(mods.id, [...ids]), isPublished))
  const now = new Date()
  const cards = new Map(rows.map((row) => [row.id, toCard(objects, row, now)]))
  return ids.flatMap((id) => cards.get(id) ?? [])
}
