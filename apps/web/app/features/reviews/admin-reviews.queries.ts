import type { ReviewStatus } from '@slipstream/contract/reviews-admin'
import { callApi } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'
import { usePagedList } from '#lib/use-paged-list.ts'

const contract = async () => (await import('@slipstream/contract/reviews-admin')).reviewsAdminApi

export const REVIEWS_AT_A_TIME = 25

export const useAdminReviews = (status: ReviewStatus | undefined) => {
  const { list, items } = usePagedList([PATHS.adminReviews, status], async (after, signal) =>
    callApi((await contract()).list, { query: { status, limit: REVIEWS_AT_A_TIME, after } }, signal),
  )
  return { list, reviews: items }
}
