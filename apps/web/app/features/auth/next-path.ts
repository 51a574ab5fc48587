import { useSearchParams } from 'react-router'
import { tabMemory } from '#lib/browser-storage.ts'
import type { PageAddress } from '#lib/link.ts'

const BASE = 'https://store.invalid'

/** What URL parsers read differently: backslashes, double slashes, encoded slashes and encoded control characters. */
const AMBIGUOUS = /\\|\/\/|%(2f|5c|[01][\da-f]|7f)/i

/**
 * Where to go after signing in: a path on this site that means the same to the browser and the router, else the home
 * page.
 */
export const safePath = (wanted: string | null): PageAddress => {
  if (!wanted?.startsWith('/')) return '/'
  const [path = ''] = wanted.split(/[?#]/, 1)
  if (AMBIGUOUS.test(path)) return '/'
  const url = URL.parse(wanted, BASE)
  // Browsers strip tabs and newlines and resolve dots. Reject a path that they would change.
  return url?.origin === BASE && url.pathname + url.search + url.hash === wanted ? (wanted as PageAddress) : '/'
}

export const useNextPath = (): PageAddress => safePath(useSearchParams()[0].get('next'))

/** The address of a sign-in page that keeps the destination. */
export const withNext = (path: '/login' | '/register', next: string): PageAddress =>
  next === '/' ? path : `${path}?${new URLSearchParams({ next }).toString()}`

/** Discord returns to the home page. The script in the head made the tab remember the destination (early-events.ts). */
export const takeRememberedNext = (): PageAddress => {
  const next = tabMemory.read('after_discord')
  tabMemory.write('after_discord', null)
  return safePath(next)
}
