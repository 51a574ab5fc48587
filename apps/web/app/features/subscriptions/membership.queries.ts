import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { mySubscriptionApi, MySubscription } from '@slipstream/contract/subscriptions-mine'
import type { SoldPlan } from '@slipstream/contract/subscriptions'
import { callApi, type Input } from '#lib/api.ts'
import { invalidate, PATHS } from '#lib/query-keys.ts'
import { ApiError } from '#lib/request.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { mySubscriptionQuery } from './subscribe.queries.ts'

export const contract = async () => (await import('@slipstream/contract/subscriptions-mine')).mySubscriptionApi
type Api = typeof mySubscriptionApi

const LOOK_AGAIN_MS = 2_000

/** The header, the locker and the cart also depend on whether the user is a member. */
const showChange = (queries: QueryClient, mine: MySubscription | null) => {
  queries.setQueryData(mySubscriptionQuery.queryKey, mine)
  return invalidate(queries, PATHS.user, PATHS.locker, PATHS.owned, PATHS.cart)
}

/** A refusal often means that something changed elsewhere, for example in another tab. */
const refetching = (queries: QueryClient) => (error: unknown) => {
  void invalidate(queries, PATHS.soldPlans, PATHS.mySubscription)
  throw error
}

export const useAct = <Told = void>(act: (api: Api, told: Told) => Promise<MySubscription | null>) => {
  const queries = useQueryClient()
  return useApiMutation(contract, (api, told: Told) => act(api, told).catch(refetching(queries)), { show: showChange })
}

type Feedback = NonNullable<Input<Api['cancel']>['body']>['feedback']

export const useCancel = () =>
  useAct((api, feedback: Feedback) => callApi(api.cancel, { body: feedback === undefined ? {} : { feedback } }))
export const useResume = () => useAct((api) => callApi(api.resume))
export const useRefund = () => useAct((api) => callApi(api.refund))

/** Sends the browser to a page on Stripe. */
const useDeparture = <Told = void>(openPage: (api: Api, told: Told) => Promise<{ url: string }>) => {
  const queries = useQueryClient()
  return useApiMutation(contract, (api, told: Told) => openPage(api, told).catch(refetching(queries)), {
    show: (_, { url }) => location.assign(url),
  })
}

export const useStart = () =>
  useDeparture((api, { id, price }: SoldPlan) => callApi(api.start, { body: { planId: id, shownCents: price } }))
export const usePortal = () => useDeparture((api) => callApi(api.portal))

/** Polls until the payment has arrived. */
export const useCompletion = (transactionId: string) => {
  const queries = useQueryClient()
  return useQuery({
    queryKey: [PATHS.subscriptionCompletion, transactionId],
    queryFn: async () => {
      const answer = await callApi((await contract()).complete, { body: { transactionId } })
      if (answer.isActive) await showChange(queries, answer.subscription)
      return answer
    },
    refetchInterval: ({ state }) => state.data?.isActive === false && LOOK_AGAIN_MS,
    // A rejection by the server is final.
    retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
  })
}
