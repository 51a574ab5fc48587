import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReviewStatus } from '@slipstream/contract/reviews-admin'
import { callApi } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'

const contract = async () => (await import('@slipstream/contract/reviews-admin')).reviewsAdminApi

export const REVIEWS_AT_A_TIME = 25

export const useAdminReviews = (status: ReviewStatus | undefined) => {
  const list = useInfiniteQuery({
    queryKey: [PATHS.adminReviews, status],
    queryFn: async ({ pageParam: after }) =>
      callApi((await contract()).list, { query: { status, limit: REVIEWS_AT_A_TIME, after } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return { list, reviews: list.data?.pages.flatMap(({ items }) => items) ?? [] }
}
