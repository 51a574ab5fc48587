import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { SecurityOverview } from '@slipstream/contract/security'
import { apiQuery, callApi } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { usePagedList } from '#lib/use-paged-list.ts'

const contract = async () => (await import('@slipstream/contract/security')).securityApi

const overviewQuery = apiQuery(ADMIN_PATHS.security, async () => (await contract()).overview)
export const useSecurity = () => useQuery(overviewQuery)

export const STAFF_STEP = 50
export const useStaff = () =>
  usePagedList([ADMIN_PATHS.staff], async (after, signal) =>
    callApi((await contract()).staff, { query: { limit: STAFF_STEP, after } }, signal),
  )

const show = (queries: QueryClient, answer: SecurityOverview) => queries.setQueryData(overviewQuery.queryKey, answer)

export const useRequireSecondFactor = () =>
  useApiMutation(contract, (api, isRequired: boolean) => callApi(api.requireSecondFactor, { body: { isRequired } }), {
    show,
  })
