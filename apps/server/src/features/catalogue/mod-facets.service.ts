import { and, asc, type SQL, sql } from 'drizzle-orm'
import type { FacetValue, ModFacets, ModFilters } from '@slipstream/contract/mods'
import { DRIVETRAINS, POWER_BANDS } from '@slipstream/contract/spec-sheet'
import { type Db, readRows } from '@slipstream/db/client'
import { categories, mods } from '@slipstream/db/tables/mods'
import { askedBy, countFacets, isToldByColumns } from './count-facets.ts'
import type { ReadFacetColumns } from './facet-columns.service.ts'
import { capped } from '#lib/lists/capped-count.ts'
import { readGameVersions } from './game-versions.service.ts'
import { plainConditions } from './mod-filters.ts'
import { searchMods } from './mod-search.service.ts'

const TAGS_SHOWN = 20

/** Every filter choice with the number of mods it would show in combination with the other filters. */
export const readModFacets = async (
  { db, facetColumns }: { db: Db; facetColumns: ReadFacetColumns },
  filters: ModFilters,
): Promise<ModFacets> => {
  const [columns, among, known, versions] = await Promise.all([
    facetColumns(),
    idsAmong(db, filters),
    listCategoryNames(db),
    readGameVersions(db),
  ])
  const { words, price } = countFacets(columns, askedBy(filters), among)
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
    price: price ? { min: Math.floor(price.min / 100), max: Math.ceil(price.max / 100) } : { min: 0, max: 0 },
    gameVersions: versions.map(({ version }) => version),
  }
}

/** The mods that match the filters that the facet columns cannot answer. Null for all mods. */
const idsAmong = async (db: Db, filters: ModFilters): Promise<number[] | null> => {
  if (isToldByColumns(filters)) return null
  const search = filters.q === undefined ? undefined : (await searchMods(db, filters.q)).where
  return idsWhere(db, and(plainConditions(filters), search))
}

/** All ids in one text, which costs the driver less than a row each. */
export const idsWhere = async (db: Db, where: SQL | undefined): Promise<number[]> => {
  const rows = await readRows<{ ids: string }>(
    db,
    sql`
    select coalesce(string_agg(id::text, ','), '') as ids from ${mods} where ${where}`,
  )
  const [row] = rows
  return row?.ids ? row.ids.split(',').map(Number) : []
}

const facetValue = (value: string, label: string, count: number): FacetValue => ({ value, label, total: capped(count) })

export const mostFirst = (counts: ReadonlyMap<string, number>) =>
  [...counts].sort(([one, few], [other, many]) => many - few || one.localeCompare(other))

export const listCategoryNames = (db: Db) =>
  db
    .select({ slug: categories.slug, name: categories.name })
    .from(categories)
    .orderBy(asc(categories.sortOrder), asc(categories.id))
