import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Quote } from '@slipstream/contract/checkout'
import { apiQuery, callApi } from '#lib/api.ts'
import { invalidate, PATHS } from '#lib/query-keys.ts'
import { ApiError } from '#lib/request.ts'
import { checkoutMemory } from './checkout-memory.ts'

const contract = async () => (await import('@slipstream/contract/checkout')).checkoutApi
const sentences = async () => (await import('@slipstream/contract/errors')).ERRORS

const LOOK_AGAIN_MS = 2_000

/** The current price of the cart, or the reason why it cannot be bought. */
export type ReadQuote = Quote & { problemText: string | null; couponProblemText: string | null }

const loadQuote = async (coupon: string): Promise<ReadQuote> => {
  const quote = await callApi((await contract()).quote, { query: coupon === '' ? {} : { coupon } })
  const { problem, couponProblem } = quote
  const errors = await sentences()
  return {
    ...quote,
    problemText: problem && errors[problem][1],
    couponProblemText: couponProblem && errors[couponProblem][1],
  }
}

export const quoteRules = async () => (await contract()).quote.query

/** Prices may have changed while the page was in the background, so the quote is refetched on every return. */
export const useQuote = (coupon: string) =>
  useQuery({
    queryKey: [PATHS.quote, coupon],
    queryFn: () => loadQuote(coupon),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  })

/** Removes mods that the buyer already owns, so that the rest can be bought. */
export const useRemoveOwnedMods = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (lines: Quote['lines']) => {
      const { remove } = (await import('@slipstream/contract/cart')).cartApi
      for (const { modId, isOwned } of lines) if (isOwned) await callApi(remove, { params: { modId } })
    },
    networkMode: 'always',
    // Awaited: the button stays busy until the new total is loaded.
    onSettled: () => invalidate(queries, PATHS.quote),
  })
}

/** Creates the order; the payment happens at Stripe. */
export const useStartCheckout = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ quote, coupon }: ReadQuote) =>
      callApi((await contract()).start, {
        body: {
          key: checkoutMemory.keyFor(quote),
          quote,
          ...(coupon && { coupon: coupon.code }),
          consents: { delivery: true, withdrawal: true },
        },
      }),
    networkMode: 'always',
    onSuccess: ({ url }) => {
      if (url === null) return
      checkoutMemory.leaveToPay()
      location.assign(url)
    },
    onError: () => {
      // Forget a closed order, and show changed prices.
      checkoutMemory.forget()
      void invalidate(queries, PATHS.quote)
    },
  })
}

/** Polls until the payment has arrived or failed. */
export const useCompletion = (transactionId: string) =>
  useQuery({
    queryKey: [PATHS.completion, transactionId],
    queryFn: async () => callApi((await contract()).complete, { body: { transactionId } }),
    refetchInterval: ({ state }) => state.data?.status === 'pending' && LOOK_AGAIN_MS,
    // A rejection by the server is final.
    retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
  })

/** The order, for the page after buying. */
export const useBoughtOrder = (number: string) =>
  useQuery({
    ...apiQuery(PATHS.order, async () => (await import('@slipstream/contract/orders')).ordersApi.order, {
      params: { number },
    }),
    enabled: number !== '',
  })
