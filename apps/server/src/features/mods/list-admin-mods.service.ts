import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { COUNT_LIMIT } from '@slipstream/contract/catalogue'
import { cents, formatUsd } from '@slipstream/contract/money'
import type { AdminModFilters, AdminModQuery, AdminModRow } from '@slipstream/contract/mod-list-admin'
import { type Db, readRows } from '@slipstream/db/client'
import { categories, modDrafts, mods } from '@slipstream/db/tables/mods'
import { likePattern } from '#lib/lists/like-pattern.ts'
import type { Cell, CsvFile } from '#lib/lists/csv.ts'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'
import { readThrough } from '#lib/lists/read-through.ts'
import { capped } from '#lib/lists/capped-count.ts'
import {
  coverColumns,
  coverOf,
  type PublicObjects,
  ratingOf,
  toPicture,
} from '#features/catalogue/mod-cards.service.ts'

type Sort = AdminModQuery['sort']

/** Each sort order has an index on mods of every status, which is scanned in either direction. */
const KEYS: Record<Sort, PageOrder['keys'][number]> = {
  updated: { of: mods.updatedAt, type: 'instant' },
  title: { of: sql`lower(${mods.title})`, type: 'text' },
  price: { of: mods.currentPriceCents, type: 'integer' },
  rating: { of: mods.ratingScore, type: 'real' },
  // Mods without a release sort as the oldest.
  released: { of: sql`coalesce(${mods.releasedAt}, to_timestamp(0))`, type: 'instant' },
}

const orderOf = (sort: Sort, direction: PageOrder['direction']): PageOrder => ({
  name: `${sort} ${direction}`,
  direction,
  keys: [KEYS[sort], { of: mods.id, type: 'integer' }],
})

const BY_PLACE: PageOrder = {
  name: 'place',
  direction: 'asc',
  keys: [
    { of: mods.featuredOrder, type: 'integer' },
    { of: mods.id, type: 'integer' },
  ],
}

const MOD_COLUMNS = {
  id: mods.id,
  title: mods.title,
  make: mods.make,
  status: mods.status,
  publishAt: mods.publishAt,
  priceCents: mods.priceCents,
  hasPrice: mods.hasPrice,
  salePriceCents: mods.salePriceCents,
  saleStartsAt: mods.saleStartsAt,
  saleEndsAt: mods.saleEndsAt,
  version: mods.version,
  releasedAt: mods.releasedAt,
  ratingCount: mods.ratingCount,
  ratingSum: mods.ratingSum,
  featuredOrder: mods.featuredOrder,
  includedWithPremium: mods.includedWithPremium,
  updatedAt: mods.updatedAt,
}

export const listAdminMods = async (db: Db, objects: PublicObjects, query: AdminModQuery) => {
  const order = orderOf(query.sort, query.direction)
  const where = conditions(query)
  const now = new Date()
  const [page, total] = await Promise.all([
    readPage(
      order,
      { after: query.after, size: query.limit },
      (place, size) => selectPage(db, order, and(where, place), size),
      (row) => toRow(objects, row, now),
    ),
    countUpToLimit(db, where),
  ])
  return { ...page, total }
}

/** Featured mods in their order, published or not. */
export const listFeatured = async (db: Db, objects: PublicObjects): Promise<AdminModRow[]> => {
  const rows = await selectRows(db, BY_PLACE).where(isNotNull(mods.featuredOrder))
  const now = new Date()
  return rows.map((row) => toRow(objects, row, now))
}

export const exportMods = (db: Db, objects: PublicObjects, filters: AdminModFilters): CsvFile => {
  const order = orderOf('updated', 'desc')
  const where = conditions(filters)
  const now = new Date()
  return {
    name: 'mods.csv',
    columns: COLUMN_NAMES,
    rows: readThrough(
      order,
      (place, size) => selectPage(db, order, and(where, place), size),
      (row) => toCells(toRow(objects, row, now)),
    ),
  }
}

const conditions = ({ q, status, categoryId, sale, scheduled }: AdminModFilters): SQL | undefined =>
  and(
    q === undefined ? undefined : hasWords(q),
    status && eq(mods.status, status),
    categoryId === undefined ? undefined : eq(mods.categoryId, categoryId),
    sale && sql`${mods.salePriceCents} is not null and (${mods.saleEndsAt} is null or ${mods.saleEndsAt} > now())`,
    scheduled && isNotNull(mods.publishAt),
  )

/** Every word must occur in the make or title. */
const hasWords = (q: string) =>
  and(
    ...q
      .toLowerCase()
      .split(/\s+/)
      .map((word) => sql`${mods.searchName} like ${likePattern(word)}`),
  )

const selectRows = (db: Db, order: PageOrder) => {
  const cover = coverOf(db)
  return db
    .select({
      ...MOD_COLUMNS,
      categoryName: categories.name,
      cover: coverColumns(cover),
      hasDraft: isNotNull(modDrafts.modId).mapWith(Boolean),
      keys: keysOf(order),
    })
    .from(mods)
    .innerJoin(categories, eq(categories.id, mods.categoryId))
    .leftJoin(modDrafts, eq(modDrafts.modId, mods.id))
    .leftJoinLateral(cover, sql`true`)
    .orderBy(orderedBy(order))
    .$dynamic()
}
type Row = Awaited<ReturnType<typeof selectRows>>[number]

/** Finds the page by ids alone, then reads only its rows in full. */
const selectPage = (db: Db, order: PageOrder, where: SQL | undefined, size: number) => {
  const page = db.select({ id: mods.id }).from(mods).where(where).orderBy(orderedBy(order)).limit(size)
  return selectRows(db, order).where(inArray(mods.id, page))
}

const countUpToLimit = async (db: Db, where: SQL | undefined) => {
  const rows = await readRows<{ count: number }>(
    db,
    sql`
    select count(*)::int as count from (select from ${mods} where ${where ?? sql`true`} limit ${COUNT_LIMIT + 1}) found`,
  )
  return capped(rows[0]?.count ?? 0)
}

const toRow = (objects: PublicObjects, row: Row, now: Date): AdminModRow => {
  const { priceCents, hasPrice, salePriceCents, saleStartsAt, saleEndsAt, ratingSum, featuredOrder, cover, ...rest } =
    row
  const isOver = saleEndsAt !== null && saleEndsAt <= now
  const salePrice = isOver ? null : salePriceCents
  return {
    ...rest,
    publishAt: asText(row.publishAt),
    price: hasPrice ? cents(priceCents) : null,
    discountPrice: salePrice === null ? null : cents(salePrice),
    sale: salePrice === null ? null : { startsAt: asText(saleStartsAt), endsAt: asText(saleEndsAt) },
    picture: cover && toPicture(objects, cover),
    releasedAt: asText(row.releasedAt),
    rating: ratingOf({ ratingCount: row.ratingCount, ratingSum }),
    isFeatured: featuredOrder !== null,
    updatedAt: row.updatedAt.toISOString(),
  }
}

const asText = (date: Date | null) => date?.toISOString() ?? null

const COLUMN_NAMES = [
  'Id',
  'Make',
  'Title',
  'Category',
  'Status',
  'Price',
  'Sale price',
  'Sale starts',
  'Sale ends',
  'Version',
  'Released',
  'Rating',
  'Ratings',
  'Featured',
  'Included with Premium',
  'Publishes',
  'Updated',
]

const toCells = (row: AdminModRow): Cell[] => [
  row.id,
  row.make,
  row.title,
  row.categoryName,
  row.status,
  row.price === null ? null : formatUsd(row.price),
  row.discountPrice === null ? null : formatUsd(row.discountPrice),
  row.sale?.startsAt ?? null,
  row.sale?.endsAt ?? null,
  row.version,
  row.releasedAt,
  row.rating,
  row.ratingCount,
  row.isFeatured,
  row.includedWithPremium,
  row.publishAt,
  row.updatedAt,
]
