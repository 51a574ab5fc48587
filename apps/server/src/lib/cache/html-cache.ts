import { encodedBody, type EncodedBody } from '../http/encoded-body.ts'
import { expiringCache } from './expiring-cache.ts'

const FRESH_MS = 10_000
/** Up to this age a stale page is still served while it is rendered again. */
const KEPT_MS = 60_000
/** Memory used by a URL that leads to a shared page. */
const SHARED_BYTES = 1_000

export interface Page {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** The route that found nothing under this URL. It shows the same page for all such URLs. */
  missingAt?: string
}

export interface CachedPage extends Page {
  encoded: EncodedBody
}

export interface HtmlCache {
  /**
   * The page for this key, rendered once for concurrent requests and cached if public. After ten seconds
   * visitors still get the cached page at once while one render replaces it.
   */
  get: (key: string, render: () => Promise<Page>) => Promise<{ page: CachedPage; hit: boolean }>
  /** The cached not-found page of this route, if any. */
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
  /** Incremented by clear(): a page whose render began before is not cached. */
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
      // In the background, so that stale pages are served at once even under load.
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
