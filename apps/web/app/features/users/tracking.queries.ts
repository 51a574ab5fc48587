import { useQuery } from '@tanstack/react-query'
import { apiQuery, callApi } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { usePagedList } from '#lib/use-paged-list.ts'

const contract = async () => (await import('@slipstream/contract/users-tracking')).usersTrackingApi

export const TRACKED_AT_A_TIME = 50

export const useSignals = () =>
  useQuery({ ...apiQuery(ADMIN_PATHS.userSignals, async () => (await contract()).signals), staleTime: 0 })

const queryFor = (username: string, after: string | undefined) => ({ ...(username && { username }), after })

export const useTrackedSignIns = (username: string) =>
  usePagedList([ADMIN_PATHS.trackedSignIns, username], async (after, signal) =>
    callApi((await contract()).signIns, { query: queryFor(username, after) }, signal),
  )

export const useTrackedDevices = (username: string) =>
  usePagedList([ADMIN_PATHS.trackedDevices, username], async (after, signal) =>
    callApi((await contract()).devices, { query: queryFor(username, after) }, signal),
  )

export const useTrackedDownloads = (username: string) =>
  usePagedList([ADMIN_PATHS.trackedDownloads, username], async (after, signal) =>
    callApi((await contract()).downloads, { query: queryFor(username, after) }, signal),
  )
