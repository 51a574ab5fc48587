import { and, asc, type SQL, sql } from 'drizzle-orm'
import type { FacetValue, ModFacets, ModFilters } from '@slipstream/contract/mods'
import { DRIVETRAINS, POWER_BANDS } from '@slipstream/contract/spec-sheet'
import { type Db, readRows } from '@slipstream/db/client'
import { categories, mods } from '@slipstream/db/tables/mods'
import { capped } from '#lib/lists/capped-count.ts'
import { readGameVersions } from './game-versions.service.ts'
import { isPublished } from './mod-cards.service.ts'
import { allConditions } from './mod-filters.ts'
import { searchMods } from './mod-search.service.ts'

const TAGS_SHOWN = 20

/** What mods are counted by: the words that a mod has, and the filter that chooses among them. */
const FACETS = {
  categories: {
    words: sql`array[(select slug from ${categories} where ${categories.id} = ${mods.categoryId})]`,
    filter: 'category',
  },
  drivetrains: { words: mods.drivetrains, filter: 'drivetrain' },
  bodyStyles: { words: mods.bodyStyles, filter: 'body' },
  powerBands: { words: mods.powerBands, filter: 'power' },
  tags: { words: mods.tags, filter: 'tags' },
} as const
type Facet = keyof typeof FACETS

/** Every filter choice with the number of mods it would show in combination with the other filters. */
export const readModFacets = async (db: Db, filters: ModFilters): Promise<ModFacets> => {
  const search = filters.q === undefined ? undefined : (await searchMods(db, filters.q)).where
  const [words, price, known, versions] = await Promise.all([
    countWords(db, filters, search),
    readPrices(db, filters, search),
    listCategoryNames(db),
    readGameVersions(db),
  ])
  const chosen = (counts: ReadonlyMap<string, number>, value: string, label: string) =>
    facetValue(value, label, counts.get(value) ?? 0)
  return {
    categories: known.map(({ slug, name }) => chosen(words.categories, slug, name)),
    drivetrains: DRIVETRAINS.map((value) => chosen(words.drivetrains, value, value)),
    bodyStyles: mostFirst(words.bodyStyles).map(([value]) => chosen(words.bodyStyles, value, value)),
    powerBands: POWER_BANDS.map(({ key, label }) => chosen(words.powerBands, key, label)),
    tags: mostFirst(words.tags)
      .filter(([tag, count], place) => (count > 0 && place < TAGS_SHOWN) || filters.tags?.includes(tag))
      .map(([value]) => chosen(words.tags, value, value)),
    price,
    gameVersions: versions.map(({ version }) => version),
  }
}

/** For every word of each facet: the mods that match all other filters, which may be none. */
const countWords = async (
  db: Db,
  filters: ModFilters,
  search: SQL | undefined,
): Promise<Record<Facet, Map<string, number>>> => {
  const counts = Object.entries(FACETS).map(
    ([facet, { words, filter }]) => sql`
      select ${facet}::text as facet, word,
        (count(*) filter (where ${and(allConditions({ ...filters, [filter]: undefined }), search)}))::int as count
      from ${mods} cross join lateral (select distinct unnest(${words}) as word) words
      where ${isPublished} group by word`,
  )
  const rows = await readRows<{ facet: Facet; word: string; count: number }>(db, sql.join(counts, sql` union all `))
  const byFacet = Map.groupBy(rows, ({ facet }) => facet)
  const mapOf = (facet: Facet) => new Map(byFacet.get(facet)?.map(({ word, count }) => [word, count]))
  return {
    categories: mapOf('categories'),
    drivetrains: mapOf('drivetrains'),
    bodyStyles: mapOf('bodyStyles'),
    powerBands: mapOf('powerBands'),
    tags: mapOf('tags'),
  }
}

/** The price range of the mods that match everything but the price, in whole dollars. */
const readPrices = async (db: Db, filters: ModFilters, search: SQL | undefined): Promise<ModFacets['price']> => {
  const conditions = allConditions({ ...filters, minPrice: undefined, maxPrice: undefined })
  const [price] = await db
    .select({
      min: sql<number | null>`min(${mods.currentPriceCents})`,
      max: sql<number | null>`max(${mods.currentPriceCents})`,
    })
    .from(mods)
    .where(and(conditions, search))
  return { min: Math.floor((price?.min ?? 0) / 100), max: Math.ceil((price?.max ?? 0) / 100) }
}

const facetValue = (value: string, label: string, count: number): FacetValue => ({ value, label, total: capped(count) })

const mostFirst = (counts: ReadonlyMap<string, number>) =>
  [...counts].sort(([one, few], [other, many]) => many - few || one.localeCompare(other))

const listCategoryNames = (db: Db) =>
  db
    .select({ slug: categories.slug, name: categories.name })
    .from(categories)
    .orderBy(asc(categories.sortOrder), asc(categories.id))
