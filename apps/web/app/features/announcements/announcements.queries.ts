import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AnnouncementKind } from '@slipstream/contract/announcement-terms'
import type { announcementsApi } from '@slipstream/contract/announcements'
import type { BodyInputOf } from '@slipstream/contract/endpoint'
import { apiQuery, callApi } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { usePagedList } from '#lib/use-paged-list.ts'

const contract = async () => (await import('@slipstream/contract/announcements')).announcementsApi

const { announcementChannel: CHANNEL, announcementPreview: PREVIEW, announcements: LIST } = ADMIN_PATHS

const channelQuery = apiQuery(CHANNEL, async () => (await contract()).channel)
export const useChannel = () => useQuery({ ...channelQuery, staleTime: 0 })

export const useAnnouncements = () =>
  usePagedList([LIST], async (after, signal) => callApi((await contract()).list, { query: { after } }, signal))

export const usePreview = (kind: AnnouncementKind) =>
  useQuery({
    queryKey: [PREVIEW, kind],
    queryFn: async ({ signal }) => callApi((await contract()).preview, { query: { kind } }, signal),
    placeholderData: keepPreviousData,
  })

export type ChannelChange = BodyInputOf<typeof announcementsApi.change>
export const channelRules = async () => (await contract()).change.body

export const useChangeChannel = () =>
  useApiMutation(contract, (api, body: ChannelChange) => callApi(api.change, { body }), {
    show: (queries, channel) => queries.setQueryData([...channelQuery.queryKey], channel),
    refresh: [LIST],
  })
export const useForgetChannel = () =>
  useApiMutation(contract, (api) => callApi(api.forget, {}), { refresh: [CHANNEL, LIST] })

export const useDecide = () =>
  useApiMutation(
    contract,
    (api, { id, act }: { id: number; act: 'again' | 'dismiss' }) => callApi(api[act], { params: { id } }),
    { refresh: [LIST] },
  )
