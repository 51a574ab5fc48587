import { encodedBody, type EncodedBody } from './encoded-body.ts'
import { expiringCache } from './expiring-cache.ts'

const FRESH_MS = 10_000
/** What an address that leads to a shared page takes in memory. */
const SHARED_BYTES = 1_000

export interface Page {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** The route that found nothing under this address. It shows the same page for all of them. */
  missingAt?: string
}

export interface CachedPage extends Page {
  encoded: EncodedBody
}

export interface HtmlCache {
  /** The page for this key; rendered once for everybody who asks at the same time, kept when it is public. */
  get: (key: string, render: () => Promise<Page>) => Promise<{ page: CachedPage; hit: boolean }>
  /** The page that this route shows where it finds nothing, if it was rendered before. */
  missing: (routeId: string) => CachedPage | undefined
  bytes: () => number
  clear: () => void
}

export const createHtmlCache = (maxBytes: number): HtmlCache => {
  const pages = expiringCache<CachedPage>({
    maxSize: maxBytes,
    // Compressed copies come on top of the body.
    sizeCalculation: (page, key) =>
      key.length + (page.missingAt === undefined ? Math.ceil(page.body.length * 1.5) : SHARED_BYTES),
    ttl: FRESH_MS,
  })
  /** At most one per route. */
  const missing = expiringCache<CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }) => body.length,
    ttl: FRESH_MS,
  })
  const underway = new Map<string, Promise<CachedPage>>()
  /** Raised by clear(): a page whose rendering began before is not kept. */
  let generation = 0

  const renderAndKeep = async (key: string, render: () => Promise<Page>) => {
    const begun = generation
    const rendered = await render()
    const page = isEncoded(rendered) ? rendered : { ...rendered, encoded: encodedBody(rendered.body) }
    if (begun === generation && isPublic(page)) {
      pages.set(key, page)
      if (page.missingAt !== undefined) missing.set(page.missingAt, page)
    }
    return page
  }

  return {
    get: async (key, render) => {
      const known = pages.get(key)
      if (known) return { page: known, hit: true }
      const flight = `${generation} ${key}`
      let work = underway.get(flight)
      if (!work) {
        work = renderAndKeep(key, render).finally(() => underway.delete(flight))
        underway.set(flight, work)
      }
      return { page: await work, hit: false }
    },
    missing: (routeId) => missing.get(routeId),
    bytes: () => pages.calculatedSize + missing.calculatedSize,
    clear: () => {
      generation++
      pages.clear()
      missing.clear()
    },
  }
}

const isEncoded = (page: Page): page is CachedPage => 'encoded' in page

const isPublic = (page: Page) =>
  (page.status === 200 || page.status === 404) &&
  page.headers['set-cookie'] === undefined &&
  /^public\b/.test(page.headers['cache-control'] ?? '')
