import { and, eq, type SQL, sql } from 'drizzle-orm'
import { COUNT_LIMIT } from '@slipstream/contract/catalogue'
import type { Count, ModListQuery, ModPage } from '@slipstream/contract/mods'
import { type Db, readRows } from '@slipstream/db/client'
import { categories, mods } from '@slipstream/db/tables/mods'
import { behind, keysOf, orderedBy, type PageOrder, readCursor, toPage } from '#lib/lists/page-order.ts'
import { capped } from '#lib/lists/capped-count.ts'
import { CARD_COLUMNS, coverColumns, coverOf, type PublicObjects, toCard } from './mod-cards.service.ts'
import { allConditions } from './mod-filters.ts'
import { type Search, searchMods } from './mod-search.service.ts'

const byId = { of: mods.id, type: 'integer' } as const
const by = (name: string, direction: PageOrder['direction'], key: PageOrder['keys'][number]): PageOrder => ({
  name,
  direction,
  keys: [key, byId],
})

export const ORDERS = {
  popular: by('popular', 'desc', { of: mods.ratingCount, type: 'integer' }),
  newest: by('newest', 'desc', { of: mods.publishedAt, type: 'instant' }),
  'price-asc': by('price-asc', 'asc', { of: mods.currentPriceCents, type: 'integer' }),
  'price-desc': by('price-desc', 'desc', { of: mods.currentPriceCents, type: 'integer' }),
  rating: by('rating', 'desc', { of: mods.ratingScore, type: 'real' }),
  featured: by('featured', 'asc', { of: mods.featuredOrder, type: 'integer' }),
}

/** The data that the lists of mods are read from. */
export interface Catalogue {
  db: Db
  storage: PublicObjects
}

/** A page of published mods. Costs the same few queries for any catalogue size and page. */
export const listMods = async ({ db, storage }: Catalogue, query: ModListQuery): Promise<ModPage> => {
  const search = query.q === undefined ? null : await searchMods(db, query.q)
  const { order, place } = whereToBegin(query, search)
  const where = and(allConditions(query), search?.where)
  const [page, total] = await Promise.all([
    readPage(db, { where: place ? and(where, behind(order, place)) : where, order, size: query.limit }),
    countUpToLimit(db, where),
  ])
  const now = new Date()
  return { items: page.items.map((row) => toCard(storage, row, now)), next: page.next, total }
}

const whereToBegin = ({ sort, featured, after }: ModListQuery, search: Search | null) => {
  const usual = sort ? ORDERS[sort] : (search?.order ?? (featured ? ORDERS.featured : ORDERS.popular))
  if (after === undefined) return { order: usual, place: null }
  // The number of matches may cross the ranking limit between two pages, so a search keeps the order of its cursor.
  return readCursor(search && !sort ? [usual, ORDERS.popular] : [usual], after)
}

interface Wanted {
  where: SQL | undefined
  order: PageOrder
  size: number
}

/** A narrow pass over ids finds the page; only its rows are read in full. */
export const readPage = async (db: Db, { where, order, size }: Wanted) => {
  const keys = keysOf(order).as('keys')
  const page = db
    .select({ id: mods.id, keys })
    .from(mods)
    .where(where)
    .orderBy(orderedBy(order))
    .limit(size + 1)
    .as('page')
  const cover = coverOf(db)
  const rows = await db
    .select({ ...CARD_COLUMNS, cover: coverColumns(cover), keys: page.keys })
    .from(page)
    .innerJoin(mods, eq(mods.id, page.id))
    .innerJoin(categories, eq(categories.id, mods.categoryId))
    .leftJoinLateral(cover, sql`true`)
    .orderBy(sql`${page.keys} ${sql.raw(order.direction)}`)
  return toPage(order, rows, size)
}

const countUpToLimit = async (db: Db, where: SQL | undefined): Promise<Count> => {
  const rows = await readRows<{ count: number }>(
    db,
    sql`
    select count(*)::int as count from (select from ${mods} where ${where} limit ${COUNT_LIMIT + 1}) found`,
  )
  return capped(rows[0]?.count ?? 0)
}
