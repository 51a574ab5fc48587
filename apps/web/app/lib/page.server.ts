import { dehydrate, QueryClient } from '@tanstack/react-query'
import { data, type RouterContextProvider } from 'react-router'
import { DEFAULT_SETTINGS } from '@slipstream/contract/default-settings'
import type { AnyEndpoint } from '@slipstream/contract/endpoint'
import { settingsApi, type Store } from '@slipstream/contract/settings'
import { addressOf, decodeAnswer, type Input } from './api.ts'
import { PUBLIC_PAGE, UNCACHED_PAGE } from './page-cache.ts'
import type { Site } from './page-meta.ts'
import { fetchKey } from './server-context.ts'

type Context = Readonly<RouterContextProvider>

/** One call that a page needs. */
interface Question {
  api: AnyEndpoint
  address: string
  /** Without this answer there is no page: what the store does not know is not found. */
  isSubject: boolean
}

/** A call with its input, for `loadPage`. */
export const question = <E extends AnyEndpoint>(api: E, input?: Input<E>): Question => ({
  api,
  address: addressOf(api, input),
  isSubject: false,
})

/** The call that a page is about. */
export const subject = <E extends AnyEndpoint>(api: E, input?: Input<E>): Question => ({
  ...question(api, input),
  isSubject: true,
})

/** The answer of one public call, or null if it failed. */
const askApi = async (context: Context, { api, address, isSubject }: Question): Promise<unknown> => {
  const response = await context.get(fetchKey)(address)
  if (isSubject && (response.status === 404 || response.status === 400)) throw new Response(null, { status: 404 })
  return response.ok ? decodeAnswer(api, await response.text()) : null
}

/** The site as a page tells of it where it is found and shared. */
export const siteOf = (request: Request, store: Store | null | undefined): Site => {
  const { storeName, blurb } = store ?? DEFAULT_SETTINGS
  return { origin: new URL(request.url).origin, storeName, blurb }
}

/** The same for a loader that does not ask for the store's settings itself. */
export const readSite = async (context: Context, request: Request): Promise<Site> =>
  siteOf(request, (await askApi(context, question(settingsApi.store))) as Store | null)

/**
 * Fills the page's queries before it is sent, so the browser need not ask again. A call that fails leaves its query
 * empty: the page still comes, the browser tries once more by itself, and nobody keeps the incomplete page.
 */
export const loadPage = async <Extra extends object>(
  context: Context,
  questions: readonly (AnyEndpoint | Question)[],
  /** What the loader says besides, told from the answers. */
  describe: (queries: QueryClient) => Extra = () => ({}) as Extra,
) => {
  const queryClient = new QueryClient()
  const asked = questions.map((each) => ('api' in each ? each : question(each)))
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
