/**
 * What is counted about visits. Without schemas, because the browser's beacon loads this file.
 */

/** The pages by which visits are counted. All mods are one page here; each mod is also counted separately. */
export const VISIT_PAGES = [
  '/',
  '/mods',
  '/mods/:id',
  '/subscribe',
  '/about',
  '/cart',
  '/checkout',
  '/mod-locker',
  '/profile',
  '/contact',
  '/tickets',
  '/login',
  '/register',
  '/terms',
  '/privacy',
  '/refund-policy',
] as const
export type VisitPage = (typeof VISIT_PAGES)[number]

const MOD_PAGE = /^\/mods\/([1-9]\d{0,8})(?:-[\w-]*)?$/
const LITERAL = new Set<string>(VISIT_PAGES)

/** The page of a path, and the mod on it; null for a path that is not counted, such as an admin page. */
export const visitPageOf = (path: string): { page: VisitPage; modId: number | null } | null => {
  const mod = MOD_PAGE.exec(path)
  if (mod) return { page: '/mods/:id', modId: Number(mod[1]) }
  return LITERAL.has(path) && !path.includes(':') ? { page: path as VisitPage, modId: null } : null
}

/** Above `poor` a page is slow, up to `good` it is fast: the limits that search engines use. CLS has no unit. */
export const VITALS = {
  LCP: { good: 2_500, poor: 4_000 },
  INP: { good: 200, poor: 500 },
  CLS: { good: 0.1, poor: 0.25 },
  TTFB: { good: 800, poor: 1_800 },
} as const
export type Vital = keyof typeof VITALS
export const VITAL_NAMES = Object.keys(VITALS) as [Vital, ...Vital[]]

/** Events in one beacon. */
export const MOST_VISIT_EVENTS = 20

/** How many characters of a search are kept. */
export const LONGEST_TERM = 60
