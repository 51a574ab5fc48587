import { useQuery } from '@tanstack/react-query'
import { apiQuery, callApi } from '#lib/api.ts'
import type { Guard } from '#lib/guard.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'

const contract = async () => (await import('@slipstream/contract/subscriptions-admin')).subscriptionsAdminApi

export const useRecentSubscriptions = () =>
  useQuery({ ...apiQuery(ADMIN_PATHS.recentSubscriptions, async () => (await contract()).recent), staleTime: 0 })

export const useSubscriptionFigures = () =>
  useQuery({ ...apiQuery(ADMIN_PATHS.subscriptionFigures, async () => (await contract()).figures), staleTime: 0 })

export const refundRules = async () => (await contract()).refund.body

/** Null if the administrator declined to reauthenticate. */
export const useRefundPayment = (guard: Guard, id: number) =>
  useApiMutation(
    contract,
    (api, body: { reason: string }) =>
      guard(async () => {
        await callApi(api.refund, { params: { id }, body })
        return true
      }),
    { refresh: [ADMIN_PATHS.recentSubscriptions, ADMIN_PATHS.subscriptionFigures] },
  )
