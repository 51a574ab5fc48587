/** A route as printed by `react-router routes --json`. */
export interface RouteEntry {
  path?: string
  index?: boolean
  file: string
  children?: RouteEntry[]
}

export interface Address {
  address: string
  file: string
  /** false while the address shows the placeholder. */
  isOpen: boolean
}

const PLACEHOLDER = 'routes/not-open-yet.tsx'
const PLACEHOLDER_IMPORT = /from '[^']*\/not-open-yet(\.tsx)?'|import\('[^']*\/not-open-yet(\.tsx)?'\)/

const join = (base: string, path = '') => `${base}/${path}`.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')

/** Every address with a screen, and the file behind it. Layouts have no address of their own. */
const screensOf = (entries: readonly RouteEntry[], base: string): Omit<Address, 'isOpen'>[] =>
  entries.flatMap(({ path, file, children }) => {
    const address = join(base, path)
    if (children && children.length > 0) return screensOf(children, address)
    return path?.includes('*') ? [] : [{ address, file }]
  })

/**
 * Every address of the store, and whether it is open. If a page renders the placeholder itself, the route table cannot
 * tell which of its addresses are open, so none of them counts.
 */
export const addressesOf = (entries: readonly RouteEntry[], sourceOf: (file: string) => string): Address[] =>
  screensOf(entries, '/').map((screen) => ({
    ...screen,
    isOpen: !screen.file.endsWith(PLACEHOLDER) && !PLACEHOLDER_IMPORT.test(sourceOf(screen.file)),
  }))

/** Rows that describe their pages in words instead of addresses. */
const NAMED_IN_WORDS: Record<string, readonly string[]> = {
  'ROUTE-23': ['/cart', '/mod-locker', '/tickets', '/profile', '/subscribe'],
}

// "below `/admin`" names an area of the store, not an address.
const NAMED = /(?<!(?:below|under) )`(\/[^`?]*)[^`]*`/g

/** The addresses a row promises, in full or as a new ending of the previous one (`/a/b`, `/c` means /a/b and /a/c). */
export const addressesPromised = (
  { id, statement }: { id: string; statement: string },
  known: ReadonlySet<string>,
): string[] => {
  let parent = ''
  const promised = [...statement.matchAll(NAMED)].map(([, named = '']) => {
    const address = named.replace(/\{(\w+)\}/g, ':$1')
    if (!known.has(address) && known.has(parent + address)) return parent + address
    parent = address.slice(0, address.lastIndexOf('/'))
    return address
  })
  return [...promised, ...(NAMED_IN_WORDS[id] ?? [])].filter((address) => known.has(address))
}
