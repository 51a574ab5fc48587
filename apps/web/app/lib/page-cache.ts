/** A page that is the same for everybody: kept by a CDN for a minute, and shown while a newer one is fetched. */
export const PUBLIC_PAGE = 'public, s-maxage=60, stale-while-revalidate=300'
export const UNCACHED_PAGE = 'private, no-store'

/** For `export const headers` of a route: the loader decides, and a page without a loader is public. */
export const pageHeaders = ({ loaderHeaders }: { loaderHeaders: Headers }) => ({
  'Cache-Control': loaderHeaders.get('Cache-Control') ?? PUBLIC_PAGE,
})

/**
 * For `export const handle` of a route: the fields of its address's query that change what the server renders. The server
 * drops all others, so that an invented one does not cost a render (server: lib/http/page-address.ts).
 */
export interface PageHandle {
  /** Fields whose values the page shows. */
  query?: readonly string[]
  /** Fields of which the page only shows whether they are there. */
  presence?: readonly string[]
}
