import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AdminOrder } from '@slipstream/contract/orders-admin'
import { apiQuery, callApi, type Input } from '#lib/api.ts'
import type { Guard } from '#lib/guard.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { usePagedList } from '#lib/use-paged-list.ts'

const contract = async () => (await import('@slipstream/contract/orders-admin')).ordersAdminApi
type OrdersApi = Awaited<ReturnType<typeof contract>>

export type OrderQuery = NonNullable<Input<OrdersApi['export']>['query']>

const ORDERS = ADMIN_PATHS.adminOrders
/** The page size of orders and granted mods. */
export const ORDERS_AT_A_TIME = 50
/** Polled: Stripe events and e-mails arrive independently. */
const LOOK_AGAIN_MS = 5_000

/** The pages of orders loaded so far. */
export const useOrderList = (query: OrderQuery) => {
  const { list, items } = usePagedList([ORDERS, 'list', query], async (after, signal) =>
    callApi((await contract()).list, { query: { ...query, after } }, signal),
  )
  return { list, orders: items }
}

const MATCHES = 5

/** Orders by number, e-mail address or username, for the search of the admin area. */
export const useMatchingOrders = (q: string) =>
  useQuery({
    ...apiQuery(ORDERS, async () => (await contract()).list, { query: { q, limit: MATCHES } }),
    staleTime: 0,
    enabled: q !== '',
  })

/** URLs use the order number, the API uses the id. A search for its digits finds at most one per year. */
const idOf = async (number: string) => {
  const digits = /^SL-\d{4}-(\d{6,9})$/.exec(number)?.[1]
  if (digits === undefined) return undefined
  const { items } = await callApi((await contract()).list, { query: { q: digits } })
  return items.find((order) => order.number === number)?.id
}

/** Null if the order does not exist. */
export const useAdminOrder = (number: string) => {
  const queries = useQueryClient()
  const queryKey = [ORDERS, 'order', number]
  return useQuery({
    queryKey,
    queryFn: async () => {
      const id = queries.getQueryData<AdminOrder | null>(queryKey)?.id ?? (await idOf(number))
      return id === undefined ? null : callApi((await contract()).order, { params: { id } })
    },
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  })
}

/** Refetches everything that shows orders. */
const useOrderAct = <Answer, Told = void>(act: (api: OrdersApi, told: Told) => Promise<Answer>) =>
  useApiMutation(contract, act, { refresh: [ORDERS] })

/** The schema of a request, for its form. */
export const orderRules = (act: 'refund' | 'declineRequest' | 'grant' | 'revoke') => async () =>
  (await contract())[act].body

export const useRefund = (id: number, guard: Guard) =>
  useOrderAct((api, body: { itemIds: number[]; reason: string }) =>
    guard(() => callApi(api.refund, { params: { id }, body })),
  )

export const useDeclineRequest = (id: number) =>
  useOrderAct((api, body: { reason: string }) => callApi(api.declineRequest, { params: { id }, body }))

export const useResendReceipt = (id: number) => useOrderAct((api) => callApi(api.resendReceipt, { params: { id } }))

export const useCheckPayment = (id: number) => useOrderAct((api) => callApi(api.check, { params: { id } }))

export const useEvidence = (id: number) =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.evidence, async () => (await contract()).evidence, { params: { id } }),
    staleTime: 0,
  })

export const useSubmitEvidence = (id: number) => useOrderAct((api) => callApi(api.submitEvidence, { params: { id } }))

/** The pages of granted mods loaded so far. */
export const useGrantedMods = (q: string) => {
  const { list, items } = usePagedList([ORDERS, 'granted', q], async (after, signal) =>
    callApi((await contract()).granted, { query: { ...(q && { q }), after } }, signal),
  )
  return { list, mods: items }
}

export const useGrantMod = (guard: Guard) =>
  useOrderAct((api, body: { username: string; modId: number; reason: string }) =>
    guard(() => callApi(api.grant, { body })),
  )

export const useRevokeMod = (entitlementId: number) =>
  useOrderAct((api, body: { reason: string }) => callApi(api.revoke, { params: { id: entitlementId }, body }))
