import { useQuery } from '@tanstack/react-query'
import type { AdminRelease } from '@slipstream/contract/releases'
import { apiQuery, callApi, type Input } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'

const contract = async () => (await import('@slipstream/contract/releases')).releasesApi
type ReleasesApi = Awaited<ReturnType<typeof contract>>

const POLL_MS = 2_000

const SOON_MS = 60 * 60_000

/** Whether a release's archive is being checked or, after publication, prepared for buyers, or its mails wait. */
const isUnderway = ({ uploadStatus, status, publishedAt, announceAt, copies: { capacity, failure } }: AdminRelease) =>
  announceAt !== null ||
  uploadStatus === 'reading' ||
  uploadStatus === 'checking' ||
  (status === 'published' && !capacity && !failure && Date.now() - Date.parse(publishedAt ?? '') < SOON_MS)

const releasesQuery = (modId: number) =>
  apiQuery(ADMIN_PATHS.adminReleases, async () => (await contract()).list, { params: { id: modId } })

/** The releases of a mod; polled while an archive is being checked or prepared. */
export const useReleases = (modId: number) =>
  useQuery({
    ...releasesQuery(modId),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderway) ? POLL_MS : false),
  })

export type ReleaseWords = Input<ReleasesApi['edit']>['body']

/** New and edited releases have the same rules for their texts. */
export const releaseRules = async () => (await contract()).edit.body

/** A change to a release also changes its mod and the mod's archives. */
const useReleaseAct = <Told, Answer>(act: (api: ReleasesApi, told: Told) => Promise<Answer>) =>
  useApiMutation(contract, act, {
    refresh: [
      ADMIN_PATHS.adminMod,
      ADMIN_PATHS.adminReleases,
      ADMIN_PATHS.adminUploads,
      ADMIN_PATHS.adminCompatibility,
    ],
  })

export const useCreateRelease = (modId: number) =>
  useReleaseAct((api, body: Input<ReleasesApi['create']>['body']) =>
    callApi(api.create, { params: { id: modId }, body }),
  )

export const useEditRelease = (id: number) =>
  useReleaseAct((api, body: ReleaseWords) => callApi(api.edit, { params: { id }, body }))

/** What publishing it would change; asked again each time the question is put. */
export const usePublishReview = (id: number) =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.releaseReview, async () => (await contract()).review, { params: { id } }),
    staleTime: 0,
    gcTime: 0,
  })

export type PublishChoices = Input<ReleasesApi['publish']>['body']

export const publishRules = async () => (await contract()).publish.body

export const usePublishRelease = (id: number) =>
  useReleaseAct((api, body: PublishChoices) => callApi(api.publish, { params: { id }, body }))

export const useUnscheduleRelease = () =>
  useReleaseAct((api, id: number) => callApi(api.unschedule, { params: { id } }))

export const useWithdrawRelease = () => useReleaseAct((api, id: number) => callApi(api.withdraw, { params: { id } }))

export const useRemoveRelease = () => useReleaseAct((api, id: number) => callApi(api.remove, { params: { id } }))
