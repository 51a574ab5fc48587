import type { ModFilters } from '@slipstream/contract/mods'
import { FACETS, type Facet, type FacetColumn, type FacetColumns } from './facet-columns.service.ts'

/** What a mod must have to match: one of these words per facet, and a price within bounds. Null requires nothing. */
interface Asked {
  words: Record<Facet, readonly string[] | null>
  price: { from: number; to: number } | null
}

/** Translates the filters to the facet columns. */
export const askedBy = (filters: ModFilters): Asked => {
  const { category, drivetrain, body, power, tags, premium, minPrice, maxPrice } = filters
  return {
    words: {
      categories: category === undefined ? null : [category],
      drivetrains: drivetrain ?? null,
      bodyStyles: body ?? null,
      powerBands: power ?? null,
      tags: tags ?? null,
      premium: premium ? [premium] : null,
    },
    price:
      minPrice === undefined && maxPrice === undefined
        ? null
        : { from: (minPrice ?? 0) * 100, to: maxPrice === undefined ? Number.MAX_SAFE_INTEGER : maxPrice * 100 },
  }
}

/** Whether the columns can answer these filters. They know no searches, sales, featured mods or game versions. */
export const isToldByColumns = ({ q, sale, featured, gameVersion }: ModFilters) =>
  q === undefined && !sale && !featured && gameVersion === undefined

export interface FacetCounts {
  /** Mods that match everything. */
  total: number
  /** For every word of each facet: mods that match all other filters. */
  words: Record<Facet, Map<string, number>>
  /** Price range of the mods that match everything but the price; null if there is none. */
  price: { min: number; max: number } | null
}

const PRICE_MISSED = 1 << FACETS.length
const ANY_PRICE = { from: 0, to: Number.MAX_SAFE_INTEGER }

/**
 * Counts each facet against the other filters in one pass: a mod counts for all facets if it matches everything, and
 * for one facet if that is its only mismatch. Plain loops, because they run once per mod.
 */
export const countFacets = (columns: FacetColumns, asked: Asked, among: readonly number[] | null): FacetCounts => {
  const tallies = FACETS.map((facet, place) => newTally(columns.facets[facet], asked.words[facet], 1 << place))
  const price = newPriceTally(asked.price)
  let total = 0
  for (const mod of among ? positionsOf(columns, among) : columns.ids.keys()) {
    const missed = missesOf(tallies, mod)
    const misses = missed | price.note(columns.prices[mod] ?? 0, missed === 0)
    if (misses === 0) total += 1
    for (const tally of tallies) if ((misses & ~tally.mark) === 0) addTo(tally, mod)
  }
  const words = tallies.map(({ combinations, counts }, place) => [FACETS[place], countWords(combinations, counts)])
  return { total, words: Object.fromEntries(words) as FacetCounts['words'], price: price.range() }
}

/** A facet during the pass. `misses` has the facet's bit for combinations without any requested word. */
interface Tally extends FacetColumn {
  mark: number
  misses: Int32Array
  counts: Int32Array
}

const newTally = (column: FacetColumn, wanted: readonly string[] | null, mark: number): Tally => ({
  ...column,
  mark,
  misses: Int32Array.from(column.combinations, (words) =>
    !wanted || words.some((word) => wanted.includes(word)) ? 0 : mark,
  ),
  counts: new Int32Array(column.combinations.length),
})

const missesOf = (tallies: readonly Tally[], mod: number) => {
  let marks = 0
  for (const { ofMod, misses } of tallies) marks |= misses[ofMod[mod] ?? 0] ?? 0
  return marks
}

const addTo = ({ ofMod, counts }: Tally, mod: number) => {
  const combination = ofMod[mod] ?? 0
  counts[combination] = (counts[combination] ?? 0) + 1
}

const newPriceTally = (bounds: Asked['price']) => {
  const { from, to } = bounds ?? ANY_PRICE
  let [min, max] = [Number.MAX_SAFE_INTEGER, -1]
  return {
    /** Counts the price of a mod that matches everything else. Returns whether it is outside the bounds. */
    note: (price: number, missesNothingElse: boolean) => {
      if (missesNothingElse && price < min) min = price
      if (missesNothingElse && price > max) max = price
      return price < from || price > to ? PRICE_MISSED : 0
    },
    range: () => (max < 0 ? null : { min, max }),
  }
}

const countWords = (combinations: FacetColumn['combinations'], counts: Int32Array) => {
  const byWord = new Map<string, number>()
  for (const [place, words] of combinations.entries()) {
    for (const word of new Set(words)) byWord.set(word, (byWord.get(word) ?? 0) + (counts[place] ?? 0))
  }
  return byWord
}

const positionsOf = ({ ids }: FacetColumns, wanted: readonly number[]): number[] => {
  const chosen = new Set(wanted)
  const positions: number[] = []
  for (const [position, id] of ids.entries()) if (chosen.has(id)) positions.push(position)
  return positions
}
