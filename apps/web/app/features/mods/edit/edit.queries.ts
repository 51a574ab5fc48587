import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import type { AdminMod } from '@slipstream/contract/mods-admin'
import type { StoryBlock } from '@slipstream/contract/story'
import { apiQuery, callApi, type Input } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { isUnder } from '#lib/query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { SHOWING_MODS } from '#lib/showing-mods.ts'
import { useSettled } from '#ui/use-settled.ts'
import { paragraphsOf } from './read-form.ts'

export const contract = async () => (await import('@slipstream/contract/mods-admin')).modsAdminApi
type ModsAdminApi = Awaited<ReturnType<typeof contract>>

/** Fetched on every visit and dropped with the page: another admin may have edited the mod. */
const FRESH = { staleTime: 0, gcTime: 0 }

export const adminModQuery = (id: number) => ({
  ...apiQuery(ADMIN_PATHS.adminMod, async () => (await contract()).read, { params: { id } }),
  ...FRESH,
})

export const useAdminMod = (id: number) => useQuery(adminModQuery(id))

/** Stores the returned mod in the cache and invalidates every list that may contain it. */
export const showMod = (queries: QueryClient, mod: AdminMod) => {
  const { queryKey } = adminModQuery(mod.id)
  queries.setQueryData(queryKey, mod)
  return queries.invalidateQueries({
    predicate: (query) => query.queryKey[0] !== queryKey[0] && isUnder(query.queryKey, SHOWING_MODS),
  })
}

/** A mutation of the whole mod, which returns the mod. */
const useModAct = <Told = void>(act: (api: ModsAdminApi, told: Told) => Promise<AdminMod>) =>
  useApiMutation(contract, act, { show: (queries, mod) => void showMod(queries, mod) })

export type NewMod = Input<ModsAdminApi['create']>['body']

export const newModRules = async () => (await contract()).create.body

export const useCreateMod = () => useModAct((api, body: NewMod) => callApi(api.create, { body }))

/** Creates the first release of a draft. The server tells only the first page to apply the archive's suggestions. */
export const useFillMod = (id: number) =>
  useApiMutation(contract, (api, uploadId: number) => callApi(api.fill, { params: { id }, body: { uploadId } }), {
    refresh: [ADMIN_PATHS.adminReleases, ADMIN_PATHS.adminUploads],
  })

/** `at` is a time in the future, or null for now. */
export const usePublishMod = (id: number) =>
  useModAct((api, at: string | null) => callApi(api.publish, { params: { id }, body: { at } }))

export const useUnscheduleMod = (id: number) => useModAct((api) => callApi(api.unschedule, { params: { id } }))

export const useArchiveMod = (id: number) => useModAct((api) => callApi(api.archive, { params: { id } }))

export const useDuplicateMod = (id: number) => useModAct((api) => callApi(api.duplicate, { params: { id } }))

/** The typed story with its formatting; the previous result while a new one loads. */
export const useStory = ({ id, pictures }: AdminMod, typed: string): StoryBlock[] => {
  const about = paragraphsOf(useSettled(typed))
  const { data } = useQuery({
    queryKey: [ADMIN_PATHS.adminStory, id, about, pictures.map((each) => each.id)],
    queryFn: async ({ signal }) =>
      callApi((await contract()).previewStory, { params: { id }, body: { about } }, signal),
    enabled: about.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
  return about.length > 0 ? (data?.story ?? []) : []
}

export const useAdminCategories = () =>
  useQuery({
    ...apiQuery(
      ADMIN_PATHS.adminCategories,
      async () => (await import('@slipstream/contract/categories')).categoriesApi.list,
    ),
    staleTime: 60_000,
  })
