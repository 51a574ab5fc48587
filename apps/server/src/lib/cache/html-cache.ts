import { encodedBody, type EncodedBody } from '../http/encoded-body.ts'
import { expiringCache } from './expiring-cache.ts'

const FRESH_MS = 10_000
/** Until then a page that is no longer fresh is shown once more, while it is rendered anew. A CDN keeps it as long. */
const KEPT_MS = 60_000
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
  /**
   * The page for this key; rendered once for everybody who asks at the same time, kept when it is public. After ten
   * seconds the next visitor still gets it at once, and it is rendered anew for those after.
   */
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
    ttl: KEPT_MS,
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

  const renderOnce = (key: string, render: () => Promise<Page>) => {
    const flight = `${generation} ${key}`
    let work = underway.get(flight)
    if (!work) {
      work = renderAndKeep(key, render).finally(() => underway.delete(flight))
      underway.set(flight, work)
    }
    return work
  }

  return {
    get: async (key, render) => {
      const known = pages.get(key)
      if (!known) return { page: await renderOnce(key, render), hit: false }
      // Nobody waits for it: while many pages are to be rendered, those that are known are answered all the same.
      if (pages.getRemainingTTL(key) <= KEPT_MS - FRESH_MS) renderOnce(key, render).catch(() => {})
      return { page: known, hit: true }
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
