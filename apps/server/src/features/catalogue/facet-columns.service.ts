import { sql } from 'drizzle-orm'
import { type Db, readRows } from '@slipstream/db/client'
import { categories, mods } from '@slipstream/db/tables/mods'
import type { ChangeBus } from '#lib/cache/change-bus.ts'
import { keptCopy } from '#lib/cache/kept-copy.ts'
import { isPublished } from './mod-cards.service.ts'

/** What mods can be counted by. */
export const FACETS = ['categories', 'drivetrains', 'bodyStyles', 'powerBands', 'tags', 'premium'] as const
export type Facet = (typeof FACETS)[number]

/** One facet of all mods: each mod has the index of its combination of words, which many mods share. */
export interface FacetColumn {
  combinations: readonly (readonly string[])[]
  ofMod: Int32Array
}

/** The published mods as columns in one order, so that counting is a single pass over number arrays. */
export interface FacetColumns {
  ids: Int32Array
  prices: Int32Array
  facets: Record<Facet, FacetColumn>
}

export type ReadFacetColumns = () => Promise<FacetColumns>

export const openFacetColumns = (db: Db, bus: ChangeBus): ReadFacetColumns =>
  keptCopy(bus, 'mods', () => loadFacetColumns(db))

/** Separators that occur in no word. */
const BETWEEN_WORDS = '\u001f'
const BETWEEN_MODS = '\u001e'

/** One row with a text per column, all in the same order: a row per mod would cost the driver ten times as much. */
const loadFacetColumns = async (db: Db): Promise<FacetColumns> => {
  const column = (of: ReturnType<typeof sql>) => sql`coalesce(string_agg(${of}, ${BETWEEN_MODS}), '')`
  const words = (of: ReturnType<typeof sql>) => column(sql`array_to_string(${of}, ${BETWEEN_WORDS})`)
  const rows = await readRows<Record<Facet | 'ids' | 'prices', string>>(
    db,
    sql`
    select ${column(sql`mods.id::text`)} as ids,
      ${column(sql`current_price_cents::text`)} as prices,
      ${column(sql`slug`)} as categories,
      ${words(sql`drivetrains`)} as drivetrains,
      ${words(sql`body_styles`)} as "bodyStyles",
      ${words(sql`power_bands`)} as "powerBands",
      ${words(sql`tags`)} as tags,
      ${column(sql`case when included_with_premium then 'true' else '' end`)} as premium
    from ${mods} join ${categories} on categories.id = category_id where ${isPublished}`,
  )
  const [row] = rows
  const isEmpty = !row || row.ids === ''
  const valuesOf = (name: Facet | 'ids' | 'prices') => (isEmpty ? [] : row[name].split(BETWEEN_MODS))
  const facets = Object.fromEntries(FACETS.map((facet) => [facet, toColumn(valuesOf(facet))]))
  return {
    ids: Int32Array.from(valuesOf('ids'), Number),
    prices: Int32Array.from(valuesOf('prices'), Number),
    facets: facets as Record<Facet, FacetColumn>,
  }
}

const toColumn = (values: readonly string[]): FacetColumn => {
  const numbers = new Map<string, number>()
  const ofMod = Int32Array.from(values, (text) => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, numbers.size)
    return numbers.size - 1
  })
  return { ofMod, combinations: [...numbers.keys()].map((text) => (text === '' ? [] : text.split(BETWEEN_WORDS))) }
}
