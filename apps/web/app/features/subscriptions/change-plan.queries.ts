import { useQuery } from '@tanstack/react-query'
import { callApi } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'
import { contract, useAct } from './membership.queries.ts'

/** The cost of changing to a plan, fetched as soon as one is chosen. */
export const useChangeQuote = (planId: number | null) =>
  useQuery({
    queryKey: [PATHS.changeQuote, planId],
    queryFn: async () => callApi((await contract()).quoteChange, { body: { planId: planId ?? 0 } }),
    enabled: planId !== null,
    // A new quote invalidates the previous one on the server, so a quote is never refetched in the background or kept.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  })

export const useChangePlan = () => useAct((api, quote: string) => callApi(api.change, { body: { quote } }))
export const useWithdrawChange = () => useAct((api) => callApi(api.withdrawChange))
