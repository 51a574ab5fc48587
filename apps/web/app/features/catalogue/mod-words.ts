import type { Category, ModDetails, ModPage } from '@slipstream/contract/mods'
import type { Review } from '@slipstream/contract/reviews'
import type { PageWords, Site } from '#lib/page-meta.ts'
import { listData, modData } from './structured-data.ts'

/**
 * Metadata of the catalogue pages for search engines and sharing. Built by the loaders, so that the browser does not
 * load the schema.org code.
 */

export const modWords = (site: Site, mod: ModDetails | undefined, reviews: readonly Review[]): PageWords =>
  mod
    ? {
        title: mod.title,
        description: mod.description,
        shareImage: mod.shareImageUrl,
        price: mod.discountPrice ?? mod.price,
        structuredData: modData(site, mod, reviews),
      }
    : { title: 'Mod not found', isHidden: true }

/** The same for the list, whose categories are pages of their own. */
export const modListWords = (
  site: Site,
  category: Category | null,
  page: ModPage | undefined,
  search: URLSearchParams,
): PageWords => ({
  title: category ? `${category.name} mods` : 'All mods',
  description: category?.description || EVERY_MOD,
  isSearch: search.has('q'),
  ownQuery: ['category'],
  structuredData: listData(site, category, page?.items ?? []),
})

/** Every combination of mods has its own URL, so search engines must index none of them. */
export const comparisonWords: PageWords = {
  title: 'Compare mods',
  description: 'Mods side by side: price, rating, power, weight, speed and whether they work with your game.',
  isHidden: true,
}

const EVERY_MOD =
  'Every vehicle in the store: search by name, filter by price, drivetrain, body style and power, and compare.'
