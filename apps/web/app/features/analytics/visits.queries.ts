import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { apiQuery } from '#lib/api.ts'
import type { SalesQuery } from './sales.queries.ts'

const contract = async () => (await import('@slipstream/contract/analytics-visits')).analyticsVisitsApi
const performance = async () => (await import('@slipstream/contract/analytics-performance')).analyticsPerformanceApi

export const useVisitReport = (query: SalesQuery) =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.visitReport, async () => (await contract()).report, { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const useVisitParts = (query: SalesQuery) =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.visitParts, async () => (await contract()).parts, { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const useVisitSearches = (query: SalesQuery) =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.visitSearches, async () => (await contract()).searches, { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const usePerformance = (query: SalesQuery) =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.performance, async () => (await performance()).report, { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export type RouteDays = '1' | '7' | '30'

export const useRouteTimes = (days: RouteDays) =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.routeTimes, async () => (await performance()).routes, { query: { days } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
