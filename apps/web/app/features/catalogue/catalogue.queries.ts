import { useQuery } from '@tanstack/react-query'
import { CARDS_PER_PAGE } from '@slipstream/contract/catalogue'
import { apiQuery, callApi } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'
import { useServedList } from '#lib/use-paged-list.ts'
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
 * The list from one cursor on. The loader provides its first part, which is as fresh as the page. Parts loaded later
 * are keyed by the cursor and cached for a while, so that returning from a mod restores the list.
 */
export const useModList = (search: ModSearch, after: string) => {
  const list = useServedList(
    apiQuery(PATHS.mods, listApi, { query: pageOf(search, after) }),
    [PATHS.mods, pageOf(search)],
    async (cursor) => callApi(await listApi(), { query: pageOf(search, cursor) }),
    { gcTime: 30 * MINUTE },
  )
  return { ...list, total: list.first.data?.total }
}
