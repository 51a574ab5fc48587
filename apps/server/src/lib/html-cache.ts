import { LRUCache } from 'lru-cache'
import { encodedBody, type EncodedBody } from './encoded-body.ts'

const MAX_BYTES = 64 * 1_048_576
const FRESH_MS = 10_000

export interface Page {
  status: number
  headers: Record<string, string>
  body: Buffer
}

interface CachedPage extends Page {
  encoded: EncodedBody
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
    const rendered = await render()
    const page = { ...rendered, encoded: encodedBody(rendered.body) }
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
