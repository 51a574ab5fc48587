import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { AdminModRow, BulkChange } from '@slipstream/contract/mod-list-admin'
import { apiQuery, callApi, type Input } from '#lib/api.ts'
import { invalidate, PATHS, SHOWING_MODS } from '#lib/query-keys.ts'

const contract = async () => (await import('@slipstream/contract/mod-list-admin')).modListApi
type ModListApi = Awaited<ReturnType<typeof contract>>

/** What the table is asked for, but the place in it. */
export type ModListQuestion = Omit<NonNullable<Input<ModListApi['list']>['query']>, 'after' | 'limit'>

export const MODS_AT_A_TIME = 25
const LIST = PATHS.adminMods
const FEATURED = PATHS.featuredMods
const ORDERING = ['order of featured mods']

/** Asked on every visit: somebody else may have changed a mod since. */
const FRESH = { staleTime: 0 }

/** The table as far as it has been asked for. */
export const useModList = (question: ModListQuestion) => {
  const list = useInfiniteQuery({
    queryKey: [LIST, 'table', question],
    queryFn: async ({ pageParam: after }) =>
      callApi((await contract()).list, { query: { ...question, limit: MODS_AT_A_TIME, after } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    ...FRESH,
  })
  const pages = list.data?.pages ?? []
  return { list, mods: pages.flatMap(({ items }) => items), total: pages[0]?.total }
}

/** How many mods a question finds. */
export const useModCount = (question: ModListQuestion) =>
  useQuery({
    ...apiQuery(LIST, async () => (await contract()).list, { query: { ...question, limit: 1 } }),
    ...FRESH,
    select: ({ total }) => total,
  })

const FOUND = 6

/** Mods by a few letters of their title. */
export const useFoundMods = (question: ModListQuestion & { q: string }) =>
  useQuery({
    ...apiQuery(LIST, async () => (await contract()).list, { query: { ...question, limit: FOUND } }),
    ...FRESH,
    enabled: question.q !== '',
    placeholderData: keepPreviousData,
  })

export const useBulkChange = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (change: Input<ModListApi['bulk']>['body'] & BulkChange) =>
      callApi((await contract()).bulk, { body: change }),
    onSuccess: () => refreshLists(queries),
    networkMode: 'always',
  })
}

export const useFeatured = () => useQuery({ ...apiQuery(FEATURED, async () => (await contract()).featured), ...FRESH })

/** Shown in the new order at once, and put back if the store did not take it. */
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
    // An answer in between would show an order that is on its way to be another.
    onSettled: () => (queries.isMutating({ mutationKey: ORDERING }) === 1 ? refreshLists(queries) : undefined),
    mutationKey: ORDERING,
    networkMode: 'always',
    // One after the other: the last order must be the one that stays.
    scope: { id: 'featured mods' },
  })
}

/** Has every list that may show a changed mod asked again. */
const refreshLists = (queries: QueryClient) => invalidate(queries, ...SHOWING_MODS)
