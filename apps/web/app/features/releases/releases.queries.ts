import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AdminRelease } from '@slipstream/contract/releases'
import { apiQuery, callApi, type Input } from '#lib/api.ts'

const contract = async () => (await import('@slipstream/contract/releases')).releasesApi
type ReleasesApi = Awaited<ReturnType<typeof contract>>

const POLL_MS = 2_000

const isBeingChecked = ({ uploadStatus }: AdminRelease) => uploadStatus === 'reading' || uploadStatus === 'checking'

const releasesQuery = (modId: number) =>
  apiQuery('/api/admin/mods/:id/releases', async () => (await contract()).list, { params: { id: modId } })

/** The releases of a mod; looked after while the archive of one is being checked. */
export const useReleases = (modId: number) =>
  useQuery({
    ...releasesQuery(modId),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isBeingChecked) ? POLL_MS : false),
  })

export type ReleaseWords = Input<ReleasesApi['edit']>['body']

const isOfMod = (address: string, modId: number) =>
  address === `/api/admin/mods/${modId}` || address.startsWith(`/api/admin/mods/${modId}/`)

const useReleaseAct = <Told, Answer>(modId: number, act: (api: ReleasesApi, told: Told) => Promise<Answer>) => {
  const queries = useQueryClient()
  return useMutation<Answer, Error, Told>({
    mutationFn: async (told) => act(await contract(), told),
    // Waited for: the list that is shown next is the one after the act. The mod and its archives tell of it too.
    onSuccess: () => queries.invalidateQueries({ predicate: ({ queryKey }) => isOfMod(String(queryKey[0]), modId) }),
    networkMode: 'always',
  })
}

export const useCreateRelease = (modId: number) =>
  useReleaseAct(modId, (api, body: Input<ReleasesApi['create']>['body']) =>
    callApi(api.create, { params: { id: modId }, body }),
  )

export const useEditRelease = (modId: number, id: number) =>
  useReleaseAct(modId, (api, body: ReleaseWords) => callApi(api.edit, { params: { id }, body }))

/** `at` is a moment to come, or null for now. */
export const usePublishRelease = (modId: number) =>
  useReleaseAct(modId, (api, { id, at }: { id: number; at: string | null }) =>
    callApi(api.publish, { params: { id }, body: { at } }),
  )

export const useUnscheduleRelease = (modId: number) =>
  useReleaseAct(modId, (api, id: number) => callApi(api.unschedule, { params: { id } }))

export const useWithdrawRelease = (modId: number) =>
  useReleaseAct(modId, (api, id: number) => callApi(api.withdraw, { params: { id } }))

export const useRemoveRelease = (modId: number) =>
  useReleaseAct(modId, (api, id: number) => callApi(api.remove, { params: { id } }))
