import type { ReviewStatus } from '@slipstream/contract/reviews-admin'
import { callApi } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { usePagedList } from '#lib/use-paged-list.ts'

const contract = async () => (await import('@slipstream/contract/reviews-admin')).reviewsAdminApi

export const REVIEWS_AT_A_TIME = 25

export const useAdminReviews = (status: ReviewStatus | undefined) => {
  const { list, items } = usePagedList([ADMIN_PATHS.adminReviews, status], async (after, signal) =>
    callApi((await contract()).list, { query: { status, limit: REVIEWS_AT_A_TIME, after } }, signal),
  )
  return { list, reviews: items }
}
