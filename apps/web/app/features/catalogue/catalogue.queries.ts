import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CARDS_PER_PAGE } from '@slipstream/contract/catalogue'
import type { ModCard } from '@slipstream/contract/mods'
import { apiQuery, callApi } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'
import { filtersOf, type ModSearch } from './mod-search.ts'

const contract = async () => (await import('@slipstream/contract/mods')).modsApi
const listApi = async () => (await contract()).list

/** The queries of the home page, for browser and server. */
export const FEATURED = { featured: 'true', limit: 3 } as const
export const POPULAR = { limit: CARDS_PER_PAGE } as const

const MINUTE = 60_000

/** The API parameters for one page of the list. */
export const pageOf = (search: ModSearch, after?: string) => ({
  ...filtersOf(search),
  sort: search.sort ?? undefined,
  limit: CARDS_PER_PAGE,
  after: after || undefined,
})

export const useFeaturedMods = () => useQuery(apiQuery(PATHS.mods, listApi, { query: FEATURED }))
export const usePopularMods = () => useQuery(apiQuery(PATHS.mods, listApi, { query: POPULAR }))

export const useCategories = () => useQuery(apiQuery(PATHS.categories, async () => (await contract()).categories))

export const useLatestReleases = () =>
  useQuery(apiQuery(PATHS.latestReleases, async () => (await contract()).latestReleases))

export const useModFacets = (search: ModSearch) =>
  useQuery(apiQuery(PATHS.facets, async () => (await contract()).facets, { query: filtersOf(search) }))

/**
 * The list from one cursor on. The loader provides the first page, so it is as fresh as the page. Pages loaded below it
 * are keyed by the cursor and cached for a while, so that returning from a mod restores the list.
 */
export const useModList = (search: ModSearch, after: string) => {
  const first = useQuery(apiQuery(PATHS.mods, listApi, { query: pageOf(search, after) }))
  const end = first.data?.next ?? null
  const more = useInfiniteQuery({
    queryKey: ['mods below', pageOf(search), end],
    queryFn: async ({ pageParam }) => callApi(await listApi(), { query: pageOf(search, pageParam) }),
    initialPageParam: end ?? '',
    getNextPageParam: ({ next }) => next ?? undefined,
    // More pages load only on demand.
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
