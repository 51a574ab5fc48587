import { useQuery } from '@tanstack/react-query'
import type { Order } from '@slipstream/contract/orders'
import { apiQuery, callApi } from '#lib/api.ts'
import { invalidate, PATHS } from '#lib/query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { usePagedList } from '#lib/use-paged-list.ts'

const contract = async () => (await import('@slipstream/contract/orders')).ordersApi
type OrdersApi = Awaited<ReturnType<typeof contract>>

const orderQuery = (number: string) =>
  apiQuery(PATHS.order, async () => (await contract()).order, { params: { number } })

export const useOrder = (number: string) => useQuery({ ...orderQuery(number), staleTime: 0, refetchOnMount: 'always' })

export const useOrders = (isWanted: boolean) =>
  usePagedList(
    [PATHS.orders],
    async (after, signal) => callApi((await contract()).list, { query: { after } }, signal),
    {
      enabled: isWanted,
    },
  )

const useOrderChange = <Told = void>(number: string, act: (api: OrdersApi, told: Told) => Promise<Order>) =>
  useApiMutation(contract, act, {
    show: (queries, order) => {
      queries.setQueryData(orderQuery(number).queryKey, order)
      void invalidate(queries, PATHS.locker, PATHS.orders)
    },
  })

export const useWithdraw = (number: string) =>
  useOrderChange(number, (api) => callApi(api.withdraw, { params: { number } }))

export const refundRules = async () => (await contract()).requestRefund.body

export const useRefundRequest = (number: string) =>
  useOrderChange(number, (api, reason: string) => callApi(api.requestRefund, { params: { number }, body: { reason } }))
