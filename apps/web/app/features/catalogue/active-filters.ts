import { cents, formatUsd } from '@slipstream/contract/money'
import type { Category, ModFacets } from '@slipstream/contract/mods'
import { horsepowerBand, POWER_BANDS, type PowerBand } from '@slipstream/contract/spec-sheet'
import type { Units } from '#lib/units.ts'
import { type ModSearch, toggled } from './mod-search.ts'

export interface ActiveFilter {
  label: string
  /** The search without this filter. */
  without: ModSearch
}

const usd = (dollars: number) => formatUsd(cents(dollars * 100))

const priceText = (low: number | null, high: number | null) => {
  if (low === null) return `Up to ${usd(high ?? 0)}`
  return high === null ? `From ${usd(low)}` : `${usd(low)} to ${usd(high)}`
}

const labelIn = (values: ModFacets['bodyStyles'] | undefined, value: string) =>
  values?.find((each) => each.value === value)?.label ?? value

/** A power band in the visitor's units. */
export const powerBandText = (key: PowerBand, units: Units) =>
  units === 'imperial' ? horsepowerBand(key) : (POWER_BANDS.find((band) => band.key === key)?.label ?? key)

/** The filters besides category and search text, each with the search that removes it. */
export const activeFilters = (search: ModSearch, facets: ModFacets | undefined, units: Units): ActiveFilter[] => [
  ...(search.minPrice !== null || search.maxPrice !== null
    ? [{ label: priceText(search.minPrice, search.maxPrice), without: { ...search, minPrice: null, maxPrice: null } }]
    : []),
  ...search.drivetrain.map((word) => ({
    label: word,
    without: { ...search, drivetrain: toggled(search.drivetrain, word) },
  })),
  ...search.body.map((word) => ({
    label: labelIn(facets?.bodyStyles, word),
    without: { ...search, body: toggled(search.body, word) },
  })),
  ...search.power.map((key) => ({
    label: powerBandText(key, units),
    without: { ...search, power: toggled(search.power, key) },
  })),
  ...search.tags.map((word) => ({
    label: labelIn(facets?.tags, word),
    without: { ...search, tags: toggled(search.tags, word) },
  })),
  ...(search.premium ? [{ label: 'Included with Premium', without: { ...search, premium: false } }] : []),
  ...(search.gameVersion
    ? [{ label: `Works with ${search.gameVersion}`, without: { ...search, gameVersion: '' } }]
    : []),
  ...(search.sale ? [{ label: 'On sale', without: { ...search, sale: false } }] : []),
]

/** Everything that narrows the list, for the empty state. */
export const allFilters = (
  search: ModSearch,
  facets: ModFacets | undefined,
  categories: readonly Category[] | undefined,
  units: Units,
): ActiveFilter[] => [
  ...(search.q ? [{ label: `“${search.q}”`, without: { ...search, q: '' } }] : []),
  ...(search.category
    ? [
        {
          label: categories?.find(({ slug }) => slug === search.category)?.name ?? search.category,
          without: { ...search, category: '' },
        },
      ]
    : []),
  ...activeFilters(search, facets, units),
]
