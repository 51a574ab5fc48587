import type { QueryClient } from '@tanstack/react-query'
import type { ApiEndpoint } from '@slipstream/contract/addresses'
import type { ADMIN_PATHS } from './admin-query-keys.ts'

/**
 * The paths of all cached queries: the first part of their keys. A feature invalidates another feature's data by path,
 * so that neither imports the other, and a misspelled path does not compile. Those of the admin pages are in
 * admin-query-keys.ts, because every page loads this file.
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
  legal: '/api/legal/:document',
  teamCategories: '/api/team/categories',
  teamMembers: '/api/team/members',
  mods: '/api/mods',
  facets: '/api/mods/facets',
  suggestions: '/api/mods/suggest',
  works: '/api/mods/works',
  comparison: '/api/mods/compare',
  mod: '/api/mods/:id',
  relatedMods: '/api/mods/:id/related',
  modReviews: '/api/mods/:id/reviews',
  myReviews: '/api/mods/:id/reviews/mine',
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
  tickets: '/api/tickets',
  ticket: '/api/tickets/:id',
  ticketAttachment: '/api/tickets/attachments/:id',
  linkedTicket: '/api/contact/ticket',
  invitation: '/api/auth/invitation',
  linkedAttachment: '/api/contact/ticket/attachment',
  notifications: '/api/notifications',
  unreadNotifications: '/api/notifications/unread',
  settings: '/api/admin/settings',
  soldPlans: '/api/subscription/plans',
  mySubscription: '/api/subscription/mine',
  guarantee: '/api/subscription/guarantee',
  subscriptionCompletion: '/api/subscription/complete',
  changeQuote: '/api/subscription/change/quote',
  visits: '/api/visits',
} as const satisfies Record<string, ApiEndpoint['path']>

type PathIn<Paths> = Paths[keyof Paths]
export type QueryPath = PathIn<typeof PATHS> | PathIn<typeof ADMIN_PATHS>

/** Cached, because every render of every query tests them. */
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
