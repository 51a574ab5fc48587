import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { apiQuery } from '#lib/api.ts'
import type { SalesQuery } from './sales.queries.ts'

const contract = async () => (await import('@slipstream/contract/analytics-users')).analyticsUsersApi

export const useUserReport = (query: SalesQuery) =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.userReport, async () => (await contract()).report, { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** Cohorts read a year of orders and change slowly, so they stay fresh for longer. */
const COHORTS_FRESH_MS = 10 * 60_000

export const useCohorts = () =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.cohorts, async () => (await contract()).cohorts),
    staleTime: COHORTS_FRESH_MS,
  })
