import { useQuery } from '@tanstack/react-query'
import { callApi } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'
import { contract, useAct } from './membership.queries.ts'

/** What changing to a plan would cost; asked for as soon as one is chosen. */
export const useChangeQuote = (planId: number | null) =>
  useQuery({
    queryKey: [PATHS.changeQuote, planId],
    queryFn: async () => callApi((await contract()).quoteChange, { body: { planId: planId ?? 0 } }),
    enabled: planId !== null,
    // A quote replaces the one before, so it is asked for only when it is looked at.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  })

export const useChangePlan = () => useAct((api, quote: string) => callApi(api.change, { body: { quote } }))
export const useWithdrawChange = () => useAct((api) => callApi(api.withdrawChange))
