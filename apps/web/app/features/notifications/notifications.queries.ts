import { useQuery } from '@tanstack/react-query'
import type { ReadMark } from '@slipstream/contract/notifications'
import { apiQuery, callApi } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { usePagedList } from '#lib/use-paged-list.ts'

const contract = async () => (await import('@slipstream/contract/notifications')).notificationsApi

const FRESH_MS = 5 * 60_000
export const NOTIFICATIONS_AT_A_TIME = 20

const unreadQuery = {
  ...apiQuery(PATHS.unreadNotifications, async () => (await contract()).unread),
  staleTime: FRESH_MS,
}

/** Runs on every page, so it is not polled: fetched on load, on return after some minutes, and when a hint arrives. */
export const useUnread = () => useQuery({ ...unreadQuery, refetchOnWindowFocus: true }).data?.unread ?? 0

export const useNotifications = () =>
  usePagedList([PATHS.notifications], async (after, signal) =>
    callApi((await contract()).list, { query: { limit: NOTIFICATIONS_AT_A_TIME, after } }, signal),
  )

export const useMarkRead = () =>
  useApiMutation(contract, (api, body: ReadMark) => callApi(api.read, { body }), {
    show: (queries, unread) => queries.setQueryData(unreadQuery.queryKey, unread),
    refresh: [PATHS.notifications],
  })
