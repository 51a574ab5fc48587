import type { QueryClient } from '@tanstack/react-query'
import type { ApiEndpoint } from '@slipstream/contract/addresses'

/**
 * The paths of all cached queries: the first part of their keys. A feature invalidates another feature's data by path,
 * so that neither imports the other, and a misspelled path does not compile.
 */
export const PATHS = {
  account: '/api/account',
  sessions: '/api/account/sessions',
  signIns: '/api/account/sign-ins',
  passkeys: '/api/account/passkeys',
  user: '/api/auth/user',
  signInOptions: '/api/auth/options',
  siteStatus: '/api/site/status',
  store: '/api/site/store',
  teamCategories: '/api/team/categories',
  teamMembers: '/api/team/members',
  mods: '/api/mods',
  facets: '/api/mods/facets',
  mod: '/api/mods/:id',
  relatedMods: '/api/mods/:id/related',
  modReviews: '/api/mods/:id/reviews',
  featuredReviews: '/api/reviews/featured',
  categories: '/api/categories',
  latestReleases: '/api/releases',
  wishlist: '/api/wishlist',
  cart: '/api/cart',
  owned: '/api/cart/owned',
  quote: '/api/checkout/quote',
  completion: '/api/purchase/complete',
  orders: '/api/orders',
  order: '/api/orders/:number',
  locker: '/api/locker',
  lockerNews: '/api/locker/news',
  downloads: '/api/locker/downloads',
  settings: '/api/admin/settings',
  security: '/api/admin/security',
  staff: '/api/admin/security/staff',
  settingValues: '/api/admin/settings/values',
  audit: '/api/admin/audit',
  adminCategories: '/api/admin/categories',
  adminReviews: '/api/admin/reviews',
  coupons: '/api/admin/coupons',
  soldPlans: '/api/subscription/plans',
  mySubscription: '/api/subscription/mine',
  subscriptionCompletion: '/api/subscription/complete',
  changeQuote: '/api/subscription/change/quote',
  plans: '/api/admin/subscription/plans',
  recentSubscriptions: '/api/admin/subscriptions/recent',
  subscriptionFigures: '/api/admin/subscriptions/figures',
  moneyCheck: '/api/admin/money-check',
  webhooks: '/api/admin/payments/webhooks',
  webhookPayload: '/api/admin/payments/webhooks/:id/payload',
  stripeStatus: '/api/admin/payments/status',
  operations: '/api/admin/operations',
  jobs: '/api/admin/jobs',
  cleanup: '/api/admin/cleanup',
  backups: '/api/admin/backups',
  compatibility: '/api/admin/compatibility',
  adminOrders: '/api/admin/orders',
  evidence: '/api/admin/orders/:id/evidence',
  adminMods: '/api/admin/mods',
  featuredMods: '/api/admin/featured',
  adminMod: '/api/admin/mods/:id',
  adminReleases: '/api/admin/mods/:id/releases',
  adminUploads: '/api/admin/mods/:id/uploads',
  adminCompatibility: '/api/admin/mods/:id/compatibility',
  upload: '/api/admin/uploads/:id',
  health: '/api/admin/dev/health',
  tasks: '/api/admin/dev/tasks',
  logs: '/api/admin/dev/logs',
  alerts: '/api/admin/dev/alerts',
  incidents: '/api/admin/dev/incidents',
  errors: '/api/admin/dev/errors',
} as const satisfies Record<string, ApiEndpoint['path']>

export type QueryPath = (typeof PATHS)[keyof typeof PATHS]

/** The queries that show mods: changing a mod may change each of them. */
export const SHOWING_MODS = [
  PATHS.mods,
  PATHS.facets,
  PATHS.mod,
  PATHS.relatedMods,
  PATHS.modReviews,
  PATHS.categories,
  PATHS.latestReleases,
  PATHS.adminMods,
  PATHS.featuredMods,
  PATHS.adminMod,
  PATHS.adminReleases,
  PATHS.adminUploads,
  PATHS.adminCompatibility,
  PATHS.adminCategories,
] as const

/** Cached, because every render of every query needs it. */
const patterns = new Map<QueryPath, RegExp>()
const patternOf = (path: QueryPath) => {
  const known = patterns.get(path) ?? new RegExp(`^${path.replaceAll(/:\w+/g, '[^/?]+')}(\\?|$)`)
  patterns.set(path, known)
  return known
}

/** Whether a query belongs to one of these paths, whatever its parameters and its query string. */
export const isUnder = (queryKey: readonly unknown[], paths: readonly QueryPath[]) =>
  paths.some((path) => patternOf(path).test(String(queryKey[0])))

/** Invalidates every query under these paths and refetches the active ones. */
export const invalidate = (queries: QueryClient, ...paths: readonly QueryPath[]) =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => isUnder(queryKey, paths) })
