/** Labels and limits of the catalogue that pages use without loading the schemas. */

export const MOD_SORTS = ['popular', 'newest', 'price-asc', 'price-desc', 'rating'] as const
export type ModSort = (typeof MOD_SORTS)[number]

/** Larger counts are shown as "1,000+", because counting every mod of a long list would cost more than showing it. */
export const COUNT_LIMIT = 1_000
/** Characters of a search text. */
export const LONGEST_SEARCH = 80
export const MODS_PER_PAGE = 24
/** The page size of the storefront. */
export const CARDS_PER_PAGE = 12
/** How many mods can be compared side by side. */
export const MOST_COMPARED = 4

export const REVIEW_SORTS = ['helpful', 'newest', 'lowest'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]
export const REVIEWS_PER_PAGE = 6
