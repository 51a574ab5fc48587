/** A route as printed by `react-router routes --json`. */
export interface RouteEntry {
  path?: string
  index?: boolean
  children?: RouteEntry[]
}

const join = (base: string, path = '') => `${base}/${path}`.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')

/** Every address with a screen. Layouts have no address of their own. */
const screensOf = (entries: readonly RouteEntry[], base: string): string[] =>
  entries.flatMap(({ path, children }) => {
    const address = join(base, path)
    if (children && children.length > 0) return screensOf(children, address)
    return path?.includes('*') ? [] : [address]
  })

/** Every address of the store. */
export const addressesOf = (entries: readonly RouteEntry[]): string[] => screensOf(entries, '/')

/** Rows that describe their pages in words instead of addresses. */
const NAMED_IN_WORDS: Record<string, readonly string[]> = {
  'ROUTE-23': ['/cart', '/mod-locker', '/tickets', '/profile', '/subscribe'],
}

/** Rows about addresses that lead to the not-found page on purpose. */
const WITHOUT_PAGE = new Set(['ROUTE-22'])

// "below `/admin`" names an area of the store, not an address.
const NAMED = /(?<!(?:below|under) )`(\/[^`?]*)[^`]*`/g

/**
 * The addresses a row promises: in full, or as an alternative ending of the previous one (`/a/b`, `/c` means /a/b and
 * /a/c, or /a/b/c if that is a page).
 */
export const addressesPromised = (
  { id, statement }: { id: string; statement: string },
  known: ReadonlySet<string>,
): string[] => {
  if (WITHOUT_PAGE.has(id)) return []
  let bases: string[] = []
  const promised = [...statement.matchAll(NAMED)].map(([, named = '']) => {
    const address = named.replace(/\{(\w+)\}/g, ':$1')
    const continued = bases.map((base) => base + address).find((each) => known.has(each))
    if (continued !== undefined) return continued
    bases = [address.slice(0, address.lastIndexOf('/')), address].filter((base) => base.length > 1)
    return address
  })
  return [...promised, ...(NAMED_IN_WORDS[id] ?? [])]
}
