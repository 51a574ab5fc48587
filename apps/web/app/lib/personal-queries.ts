import { signedOutLatch } from './auth-token.ts'
import { isUnder, PATHS } from './query-keys.ts'

/** Queries that are the same for everyone. All others, including those added later, belong to the signed-in user. */
const PUBLIC = [
  PATHS.user,
  PATHS.signInOptions,
  PATHS.siteStatus,
  PATHS.store,
  PATHS.legal,
  PATHS.teamCategories,
  PATHS.teamMembers,
  PATHS.mods,
  PATHS.facets,
  PATHS.suggestions,
  PATHS.works,
  PATHS.comparison,
  PATHS.mod,
  PATHS.relatedMods,
  PATHS.modReviews,
  PATHS.featuredReviews,
  PATHS.categories,
  PATHS.latestReleases,
  PATHS.soldPlans,
  // Opened by the secret of a mailed link, which works for every visitor.
  PATHS.linkedTicket,
  PATHS.linkedAttachment,
  PATHS.invitation,
] as const

interface Keyed {
  queryKey: readonly unknown[]
}

export const isPersonal = ({ queryKey }: Keyed) => !isUnder(queryKey, PUBLIC)

/** After logout a personal query would only be rejected, so it is not sent. */
export const maySend = (query: Keyed) => !isPersonal(query) || !signedOutLatch.isSet()
