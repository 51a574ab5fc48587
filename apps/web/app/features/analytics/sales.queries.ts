import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { apiQuery, type Input } from '#lib/api.ts'

const contract = async () => (await import('@slipstream/contract/analytics-sales')).analyticsSalesApi
type SalesApi = Awaited<ReturnType<typeof contract>>

export type SalesQuery = NonNullable<Input<SalesApi['report']>['query']>

export const useSalesReport = (query: SalesQuery) =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.salesReport, async () => (await contract()).report, { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const useSalesParts = (query: SalesQuery) =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.salesParts, async () => (await contract()).parts, { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
