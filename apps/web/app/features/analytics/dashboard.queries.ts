import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DashboardDays } from '@slipstream/contract/analytics-terms'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { apiQuery } from '#lib/api.ts'
import { useLive } from '#lib/live/use-live.ts'

const contract = async () => (await import('@slipstream/contract/analytics')).dashboardApi

/** What the dashboard shows changes while it is open, so it refetches. */
const READ_AGAIN_MS = 60_000

export const useDashboard = (days: DashboardDays) =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.dashboard, async () => (await contract()).figures, { query: { days } }),
    staleTime: 0,
    refetchInterval: READ_AGAIN_MS,
    placeholderData: keepPreviousData,
  })

export const useAttention = () =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.attention, async () => (await contract()).attention),
    staleTime: 0,
    refetchInterval: READ_AGAIN_MS,
  })

/** Whether the first screen of the dashboard is still loading. It appears as a whole, so that nothing shifts. */
export const useFirstFigures = (days: DashboardDays) => {
  const [figures, attention] = [useDashboard(days), useAttention()]
  return { isComing: figures.isPending || attention.isPending }
}

export const useTopMods = (days: DashboardDays) =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.topMods, async () => (await contract()).topMods, { query: { days } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** What waits for staff, for the menu of every admin page. Polled, because tickets become late on their own. */
export const useWaiting = () => {
  useLive('staff', ADMIN_PATHS.waiting)
  return useQuery({
    ...apiQuery(ADMIN_PATHS.waiting, async () => (await contract()).waiting),
    refetchInterval: READ_AGAIN_MS,
  }).data
}
