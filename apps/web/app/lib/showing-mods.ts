import { ADMIN_PATHS } from './admin-query-keys.ts'
import { PATHS } from './query-keys.ts'

/** The queries that show mods: changing a mod may change each of them. */
export const SHOWING_MODS = [
  PATHS.mods,
  PATHS.facets,
  PATHS.mod,
  PATHS.comparison,
  PATHS.relatedMods,
  PATHS.modReviews,
  PATHS.categories,
  PATHS.latestReleases,
  ADMIN_PATHS.adminMods,
  ADMIN_PATHS.featuredMods,
  ADMIN_PATHS.adminMod,
  ADMIN_PATHS.adminReleases,
  ADMIN_PATHS.adminUploads,
  ADMIN_PATHS.adminCompatibility,
  ADMIN_PATHS.adminCategories,
] as const
