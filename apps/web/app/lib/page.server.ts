import { dehydrate, QueryClient } from '@tanstack/react-query'
import { data, type RouterContextProvider } from 'react-router'
import { accentStyle } from '@slipstream/contract/accent'
import { DEFAULT_SETTINGS } from '@slipstream/contract/default-settings'
import type { AnyEndpoint } from '@slipstream/contract/endpoint'
import { settingsApi, type Store } from '@slipstream/contract/settings'
import { addressOf, decodeAnswer, type Input } from './api.ts'
import { PUBLIC_PAGE, UNCACHED_PAGE } from './page-cache.ts'
import type { Site } from './page-meta.ts'
import { fetchKey } from './server-context.ts'
import { storeWords } from './store-words.ts'

type Context = Readonly<RouterContextProvider>

/** One request that a page needs. */
interface PageQuery {
  api: AnyEndpoint
  address: string
  /** Without this response there is no page: a 404 becomes the not-found page. */
  isSubject: boolean
}

/** A request with its input, for `loadPage`. */
export const query = <E extends AnyEndpoint>(api: E, input?: Input<E>): PageQuery => ({
  api,
  address: addressOf(api, input),
  isSubject: false,
})

/** The request for what the page is about. */
export const subject = <E extends AnyEndpoint>(api: E, input?: Input<E>): PageQuery => ({
  ...query(api, input),
  isSubject: true,
})

/** The response of one public request, or null if it failed. */
const askApi = async (context: Context, { api, address, isSubject }: PageQuery): Promise<unknown> => {
  const response = await context.get(fetchKey)(address)
  if (isSubject && (response.status === 404 || response.status === 400)) throw new Response(null, { status: 404 })
  return response.ok ? decodeAnswer(api, await response.text()) : null
}

/** The site's metadata for search engines and sharing, built on the server so that the browser loads no code for it. */
export const siteOf = (request: Request, store: Store | null | undefined): Site => {
  const settings = store ?? DEFAULT_SETTINGS
  const { storeName, blurb, isListed, accentDark, accentLight, googleVerification, bingVerification } = settings
  const verification = [
    { name: 'google-site-verification', content: googleVerification },
    { name: 'msvalidate.01', content: bingVerification },
  ]
  const { origin } = new URL(request.url)
  return {
    origin,
    storeName,
    blurb,
    ...storeWords(settings),
    isListed,
    verification: verification.filter(({ content }) => content !== ''),
    logo: settings.logo || `${origin}/icon.svg`,
    sharePicture: settings.sharePicture || `${origin}/share.jpg`,
    accentStyle: accentStyle({ dark: accentDark, light: accentLight }),
  }
}

/** `siteOf` for a loader that does not request the store's settings itself. */
export const readSite = async (context: Context, request: Request): Promise<Site> =>
  siteOf(request, (await askApi(context, query(settingsApi.store))) as Store | null)

/**
 * Fills the page's queries before it is sent, so that the browser need not fetch them again. A failed request leaves
 * its query empty: the page still renders, the browser retries, and the incomplete page is not cached.
 */
export const loadPage = async <Extra extends object>(
  context: Context,
  queries: readonly (AnyEndpoint | PageQuery)[],
  /** Additional loader data, derived from the responses. */
  describe: (queries: QueryClient) => Extra = () => ({}) as Extra,
) => {
  const queryClient = new QueryClient()
  const asked = queries.map((each) => ('api' in each ? each : query(each)))
  const answers = await Promise.all(asked.map((each) => askApi(context, each)))
  for (const [position, { address }] of asked.entries()) {
    const answer = answers[position]
    if (answer !== null) queryClient.setQueryData([address], answer)
  }
  const cacheControl = answers.includes(null) ? UNCACHED_PAGE : PUBLIC_PAGE
  return data(
    { ...describe(queryClient), queries: dehydrate(queryClient) },
    { headers: { 'Cache-Control': cacheControl } },
  )
}
