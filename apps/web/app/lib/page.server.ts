import { dehydrate, QueryClient } from '@tanstack/react-query'
import { data, type RouterContextProvider } from 'react-router'
import type { AnyEndpoint, ResponseOf } from '@slipstream/contract/endpoint'
import { addressOf, decodeAnswer } from './api.ts'
import { PUBLIC_PAGE, UNCACHED_PAGE } from './page-cache.ts'
import { fetchKey } from './server-context.ts'

type Context = Readonly<RouterContextProvider>

/** The answer of one public call, or null if it failed. */
const askApi = async <E extends AnyEndpoint>(context: Context, api: E): Promise<ResponseOf<E> | null> => {
  const response = await context.get(fetchKey)(addressOf(api))
  return response.ok ? decodeAnswer(api, await response.text()) : null
}

/**
 * Fills the page's queries before it is sent, so the browser need not ask again. A call that fails leaves its query
 * empty: the page still comes, the browser tries once more by itself, and nobody keeps the incomplete page.
 */
export const loadPage = async <Extra extends object>(
  context: Context,
  endpoints: readonly AnyEndpoint[],
  /** What the loader says besides, told from the answers. */
  describe: (queries: QueryClient) => Extra = () => ({}) as Extra,
) => {
  const queryClient = new QueryClient()
  const answers = await Promise.all(endpoints.map((api) => askApi(context, api)))
  for (const [position, api] of endpoints.entries()) {
    const answer = answers[position]
    if (answer !== null) queryClient.setQueryData([addressOf(api)], answer)
  }
  const cacheControl = answers.includes(null) ? UNCACHED_PAGE : PUBLIC_PAGE
  return data(
    { ...describe(queryClient), queries: dehydrate(queryClient) },
    { headers: { 'Cache-Control': cacheControl } },
  )
}
