import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CARDS_PER_PAGE } from '@slipstream/contract/catalogue'
import type { ModCard } from '@slipstream/contract/mods'
import { apiQuery, callApi } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'
import { filtersOf, type ModSearch } from './mod-search.ts'

const contract = () => import('@slipstream/contract/mods')
const listApi = async () => (await contract()).modsApi.list

/** What the home page asks for, here and on the server. */
export const FEATURED = { featured: 'true', limit: 3 } as const
export const POPULAR = { limit: CARDS_PER_PAGE } as const

const MINUTE = 60_000

/** The API's words for one page of the list. */
export const pageOf = (search: ModSearch, after?: string) => ({
  ...filtersOf(search),
  sort: search.sort ?? undefined,
  limit: CARDS_PER_PAGE,
  after: after || undefined,
})

export const useFeaturedMods = () => useQuery(apiQuery(PATHS.mods, listApi, { query: FEATURED }))
export const usePopularMods = () => useQuery(apiQuery(PATHS.mods, listApi, { query: POPULAR }))

export const useCategories = () =>
  useQuery(apiQuery(PATHS.categories, async () => (await contract()).modsApi.categories))

export const useLatestReleases = () =>
  useQuery(apiQuery(PATHS.latestReleases, async () => (await contract()).modsApi.latestReleases))

export const useModFacets = (search: ModSearch) =>
  useQuery(apiQuery(PATHS.facets, async () => (await contract()).modsApi.facets, { query: filtersOf(search) }))

/**
 * The list from one place on. The first page is the loader's and so as fresh as the page; what is loaded below it hangs
 * on where it ends, and stays for a while: who opens a mod and comes back finds the list as it was.
 */
export const useModList = (search: ModSearch, after: string) => {
  const first = useQuery(apiQuery(PATHS.mods, listApi, { query: pageOf(search, after) }))
  const end = first.data?.next ?? null
  const more = useInfiniteQuery({
    queryKey: ['mods below', pageOf(search), end],
    queryFn: async ({ pageParam }) => callApi(await listApi(), { query: pageOf(search, pageParam) }),
    initialPageParam: end ?? '',
    getNextPageParam: ({ next }) => next ?? undefined,
    // Nothing is loaded below by itself, only on demand.
    enabled: false,
    gcTime: 30 * MINUTE,
  })
  const pages = first.data ? [first.data, ...(more.data?.pages ?? [])] : []
  return {
    first,
    mods: pages.flatMap(({ items }): ModCard[] => items),
    total: first.data?.total,
    next: pages.at(-1)?.next ?? null,
    more: {
      load: () => void more.fetchNextPage(),
      isLoading: more.isFetching,
      error: more.isFetching ? null : more.error,
    },
  }
}
