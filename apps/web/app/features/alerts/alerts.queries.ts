import { useQuery } from '@tanstack/react-query'
import { HEALTH_REFETCH_MS } from '@slipstream/contract/polling'
import { apiQuery, callApi } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { usePagedList } from '#lib/use-paged-list.ts'

const contract = async () => (await import('@slipstream/contract/alerts')).alertsApi

export const ROWS_AT_A_TIME = 20

export const useAlerts = () =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.alerts, async () => (await contract()).overview),
    refetchInterval: HEALTH_REFETCH_MS,
  })

export const usePastIncidents = () =>
  usePagedList([ADMIN_PATHS.incidents], async (after, signal) =>
    callApi((await contract()).incidents, { query: { limit: ROWS_AT_A_TIME, after } }, signal),
  )

export const useErrorGroups = () =>
  usePagedList([ADMIN_PATHS.errors], async (after, signal) =>
    callApi((await contract()).errors, { query: { limit: ROWS_AT_A_TIME, after } }, signal),
  )

export const useTestAlert = () =>
  useApiMutation(contract, (api) => callApi(api.test), { refresh: [ADMIN_PATHS.alerts] })
