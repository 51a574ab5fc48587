import { useQuery } from '@tanstack/react-query'
import type { ReadMark } from '@slipstream/contract/notifications'
import { apiQuery, callApi, type Input } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { useLive } from '#lib/live/use-live.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { usePagedList } from '#lib/use-paged-list.ts'

const contract = async () => (await import('@slipstream/contract/notifications')).staffNotificationsApi
type StaffApi = Awaited<ReturnType<typeof contract>>

const FRESH_MS = 60_000
export const STAFF_NOTIFICATIONS_AT_A_TIME = 50

const unreadQuery = {
  ...apiQuery(ADMIN_PATHS.unreadStaffNotifications, async () => (await contract()).unread),
  staleTime: FRESH_MS,
}

/** On every admin page, so it is not polled but fetched on load, on return after a minute, and after a hint. */
export const useUnreadOfStaff = () => {
  useLive('staff', ADMIN_PATHS.unreadStaffNotifications)
  return useQuery({ ...unreadQuery, refetchOnWindowFocus: true }).data?.unread ?? 0
}

export type StaffFilters = Pick<NonNullable<Input<StaffApi['list']>['query']>, 'kind' | 'unread'>

export const useStaffNotifications = (filters: StaffFilters) =>
  usePagedList([ADMIN_PATHS.staffNotifications, filters], async (after, signal) =>
    callApi((await contract()).list, { query: { ...filters, limit: STAFF_NOTIFICATIONS_AT_A_TIME, after } }, signal),
  )

export const useMarkReadByStaff = () =>
  useApiMutation(contract, (api, body: ReadMark) => callApi(api.read, { body }), {
    show: (queries, unread) => queries.setQueryData(unreadQuery.queryKey, unread),
    refresh: [ADMIN_PATHS.staffNotifications],
  })
