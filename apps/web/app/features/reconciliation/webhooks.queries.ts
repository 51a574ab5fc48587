import { useQuery } from '@tanstack/react-query'
import { apiQuery, callApi, type Input } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { usePagedList } from '#lib/use-paged-list.ts'

const contract = async () => (await import('@slipstream/contract/reconciliation-webhooks')).webhooksApi
type WebhooksApi = Awaited<ReturnType<typeof contract>>

export type WebhookFilters = Pick<NonNullable<Input<WebhooksApi['list']>['query']>, 'q' | 'type' | 'state'>

export const WEBHOOKS_AT_A_TIME = 50

export const useWebhooks = (filters: WebhookFilters) =>
  usePagedList([ADMIN_PATHS.webhooks, filters], async (after, signal) =>
    callApi((await contract()).list, { query: { ...filters, limit: WEBHOOKS_AT_A_TIME, after } }, signal),
  )

export const usePayload = (id: string, isWanted: boolean) =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.webhookPayload, async () => (await contract()).payload, { params: { id } }),
    enabled: isWanted,
  })

export const useReplay = () =>
  useApiMutation(contract, (api, id: string) => callApi(api.replay, { params: { id } }), {
    refresh: [ADMIN_PATHS.webhooks],
  })

/** Every fetch makes the server ask Stripe, so window focus does not refetch it. */
export const useStripeStatus = () =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.stripeStatus, async () => (await contract()).status),
    refetchOnWindowFocus: false,
    staleTime: 0,
  })

const settingsContract = async () => (await import('@slipstream/contract/settings-admin')).settingsAdminApi

export const useSettingValues = () =>
  useQuery(apiQuery(ADMIN_PATHS.settingValues, async () => (await settingsContract()).read))
