import { callApi } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'

const contract = async () => (await import('@slipstream/contract/subscriptions-mine')).mySubscriptionApi

export const cancelLinkRules = async () => (await contract()).mailCancelLink.body

export const useMailCancelLink = () =>
  useApiMutation(contract, (api, body: { email: string }) => callApi(api.mailCancelLink, { body }), {})

export const useCancelByLink = () =>
  useApiMutation(contract, (api, token: string) => callApi(api.cancelByLink, { body: { token } }), {
    refresh: [PATHS.mySubscription],
  })
