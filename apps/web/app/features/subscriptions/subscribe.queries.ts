import { useQuery } from '@tanstack/react-query'
import { DAY_MS } from '@slipstream/contract/durations'
import type { MySubscription } from '@slipstream/contract/subscriptions-mine'
import { apiQuery } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'

export const useSoldPlans = () =>
  useQuery(
    apiQuery(
      PATHS.soldPlans,
      async () => (await import('@slipstream/contract/subscriptions')).subscriptionsApi.soldPlans,
    ),
  )

export const mySubscriptionQuery = apiQuery(
  PATHS.mySubscription,
  async () => (await import('@slipstream/contract/subscriptions-mine')).mySubscriptionApi.mine,
)

/** Whether the signed-in user has used the money-back guarantee, which the plans then no longer offer. */
export const useGuarantee = () =>
  useQuery({
    ...apiQuery(
      PATHS.guarantee,
      async () => (await import('@slipstream/contract/subscriptions-mine')).mySubscriptionApi.guarantee,
    ),
    staleTime: 0,
  })

/** Whether the signed-in user has a running subscription; false until that is known. */
export const useIsMember = (isSignedIn: boolean) => {
  const { data: mine } = useMySubscription(isSignedIn)
  return mine !== undefined && mine !== null && mine.state !== 'ended'
}

/** The running subscription of the signed-in user, or the last one. */
export const useMySubscription = (isSignedIn: boolean) =>
  useQuery({
    ...mySubscriptionQuery,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => nextLook(state.data ?? null),
    enabled: isSignedIn,
  })

const LOOK_AGAIN_MS = 5_000

/**
 * When to poll again. An open page shows the end of access as soon as it happens, even if the clocks of browser and
 * server differ. A failing renewal may be paid at any moment, also on Stripe's page. A change that has not reached
 * Stripe yet completes soon.
 */
const nextLook = (mine: MySubscription | null) => {
  if (mine?.change === 'requested' || mine?.change === 'withdrawing') return LOOK_AGAIN_MS
  if (mine === null || mine.state === 'ended' || mine.endsAt === null) return false
  if (mine.state === 'past_due') return LOOK_AGAIN_MS
  const left = Date.parse(mine.endsAt) - Date.now()
  if (left > DAY_MS) return false
  return left > 0 ? left + 100 : LOOK_AGAIN_MS
}
