import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

const MAX_BYTES = 64 * 1_048_576
const FRESH_MS = 10_000

export interface Page {
  status: number
  headers: Record<string, string>
  body: Buffer
}

export interface CachedPage extends Page {
  /** The body in a form the client accepts, compressed once however often it is sent. */
  encoded: (encoding: 'br' | 'gzip') => Promise<Buffer>
}

export interface HtmlCache {
  /** The page for this key; rendered once for all who ask at the same time, kept when it is public. */
  get: (key: string, render: () => Promise<Page>) => Promise<{ page: CachedPage; hit: boolean }>
  clear: () => void
}

export const createHtmlCache = (): HtmlCache => {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: MAX_BYTES,
    // Compressed copies come on top of the body.
    sizeCalculation: (page, key) => Math.ceil(page.body.length * 1.5) + key.length,
    ttl: FRESH_MS,
  })
  const underway = new Map<string, Promise<CachedPage>>()
  /** Raised by clear(): a page whose rendering began before is not kept. */
  let generation = 0

  const renderAndKeep = async (key: string, render: () => Promise<Page>) => {
    const begun = generation
    const page = withEncodings(await render())
    if (begun === generation && isPublic(page)) pages.set(key, page)
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
    clear: () => {
      generation++
      pages.clear()
    },
  }
}

const isPublic = (page: Page) =>
  page.status === 200 &&
  page.headers['set-cookie'] === undefined &&
  /^public\b/.test(page.headers['cache-control'] ?? '')

const withEncodings = (page: Page): CachedPage => {
  const made = new Map<string, Promise<Buffer>>()
  return {
    ...page,
    encoded: (encoding) => {
      const known = made.get(encoding)
      if (known) return known
      const work =
        encoding === 'br'
          ? brotliAsync(page.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
          : gzipAsync(page.body)
      made.set(encoding, work)
      return work
    },
  }
}
