import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AdminModRow, BulkChange } from '@slipstream/contract/mod-list-admin'
import { apiQuery, callApi, type Input } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { invalidate } from '#lib/query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { usePagedList } from '#lib/use-paged-list.ts'
import { SHOWING_MODS } from '#lib/showing-mods.ts'

const contract = async () => (await import('@slipstream/contract/mod-list-admin')).modListApi
type ModListApi = Awaited<ReturnType<typeof contract>>

/** The query of the table without the cursor and the limit. */
export type ModListQuery = Omit<NonNullable<Input<ModListApi['list']>['query']>, 'after' | 'limit'>

export const MODS_AT_A_TIME = 25
const LIST = ADMIN_PATHS.adminMods
const FEATURED = ADMIN_PATHS.featuredMods
const ORDERING = ['order of featured mods']

/** Fetched on every visit: another admin may have changed a mod. */
const FRESH = { staleTime: 0 }

/** The pages of the table loaded so far. */
export const useModList = (query: ModListQuery) => {
  const { list, items, first } = usePagedList([LIST, 'table', query], async (after, signal) =>
    callApi((await contract()).list, { query: { ...query, limit: MODS_AT_A_TIME, after } }, signal),
  )
  return { list, mods: items, total: first?.total }
}

/** How many mods match a query. */
export const useModCount = (query: ModListQuery) =>
  useQuery({
    ...apiQuery(LIST, async () => (await contract()).list, { query: { ...query, limit: 1 } }),
    ...FRESH,
    select: ({ total }) => total,
  })

const FOUND = 6

/** Mods by part of their title. */
export const useMatchingMods = (query: ModListQuery & { q: string }) =>
  useQuery({
    ...apiQuery(LIST, async () => (await contract()).list, { query: { ...query, limit: FOUND } }),
    ...FRESH,
    enabled: query.q !== '',
    placeholderData: keepPreviousData,
  })

export const useBulkChange = () =>
  useApiMutation(
    contract,
    (api, change: Input<ModListApi['bulk']>['body'] & BulkChange) => callApi(api.bulk, { body: change }),
    { refresh: SHOWING_MODS },
  )

export const useFeatured = () => useQuery({ ...apiQuery(FEATURED, async () => (await contract()).featured), ...FRESH })

/** Optimistic: shows the new order immediately and reverts it if saving fails. */
export const useSetFeatured = () => {
  const queries = useQueryClient()
  const show = (mods: readonly AdminModRow[]) => queries.setQueryData([FEATURED], mods)
  return useMutation({
    mutationFn: async (mods: readonly AdminModRow[]) =>
      callApi((await contract()).setFeatured, { body: { ids: mods.map(({ id }) => id) } }),
    onMutate: async (mods) => {
      await queries.cancelQueries({ queryKey: [FEATURED] })
      show(mods)
    },
    // Refetching between two saves would show an outdated order.
    onSettled: () =>
      queries.isMutating({ mutationKey: ORDERING }) === 1 ? invalidate(queries, ...SHOWING_MODS) : undefined,
    mutationKey: ORDERING,
    networkMode: 'always',
    // Runs one at a time so that the last order wins.
    scope: { id: 'featured mods' },
  })
}
