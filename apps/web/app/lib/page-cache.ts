/** A page that is the same for everyone: cached by a CDN for a minute, stale while revalidating. */
export const PUBLIC_PAGE = 'public, s-maxage=60, stale-while-revalidate=300'
export const UNCACHED_PAGE = 'private, no-store'

/** For `export const headers` of a route: the loader decides, and a page without a loader is public. */
export const pageHeaders = ({ loaderHeaders }: { loaderHeaders: Headers }) => ({
  'Cache-Control': loaderHeaders.get('Cache-Control') ?? PUBLIC_PAGE,
})

/**
 * For `export const handle` of a route: the query parameters that change what the server renders. The server drops all
 * others, so that a made-up one does not cost a render (server: lib/http/page-address.ts).
 */
export interface PageHandle {
  /** Parameters whose values the page shows. */
  query?: readonly string[]
  /** Parameters for which only the presence matters. */
  presence?: readonly string[]
}
