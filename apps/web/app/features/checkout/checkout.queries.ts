import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Quote } from '@slipstream/contract/checkout'
import { callApi } from '#lib/api.ts'
import { invalidate, PATHS } from '#lib/query-keys.ts'
import { ApiError } from '#lib/request.ts'
import { checkoutMemory } from './checkout-memory.ts'

const contract = async () => (await import('@slipstream/contract/checkout')).checkoutApi
const sentences = async () => (await import('@slipstream/contract/errors')).ERRORS

const LOOK_AGAIN_MS = 2_000

/** What the cart costs now, and in words what keeps it from being bought. */
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

/** Prices may have changed since the page was left, so it is asked for at every return to it. */
export const useQuote = (coupon: string) =>
  useQuery({
    queryKey: [PATHS.quote, coupon],
    queryFn: () => loadQuote(coupon),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  })

/** Mods that the buyer owns already leave the cart, so that the rest can be bought. */
export const useTakeOutOwned = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (lines: Quote['lines']) => {
      const { remove } = (await import('@slipstream/contract/cart')).cartApi
      for (const { modId, isOwned } of lines) if (isOwned) await callApi(remove, { params: { modId } })
    },
    networkMode: 'always',
    // Waited for: the button is busy until the new total is here.
    onSettled: () => invalidate(queries, PATHS.quote),
  })
}

/** Makes the order; what has to be paid is paid elsewhere. */
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
      // A closed order is not asked for again, and changed prices are shown.
      checkoutMemory.forget()
      void invalidate(queries, PATHS.quote)
    },
  })
}

/** Asks until the payment has arrived or is known not to. */
export const useCompletion = (transactionId: string) =>
  useQuery({
    queryKey: [PATHS.completion, transactionId],
    queryFn: async () => callApi((await contract()).complete, { body: { transactionId } }),
    refetchInterval: ({ state }) => state.data?.status === 'pending' && LOOK_AGAIN_MS,
    // What the server refuses it will refuse again.
    retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
  })
