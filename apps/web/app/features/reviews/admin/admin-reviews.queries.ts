import { useQuery } from '@tanstack/react-query'
import type { BodyInputOf } from '@slipstream/contract/endpoint'
import type { ReviewStatus } from '@slipstream/contract/review-terms'
import { apiQuery, callApi } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { useLive } from '#lib/live/use-live.ts'
import { PATHS } from '#lib/query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { usePagedList } from '#lib/use-paged-list.ts'

const contract = async () => (await import('@slipstream/contract/reviews-admin')).reviewsAdminApi
type ReviewsAdminApi = Awaited<ReturnType<typeof contract>>

export const replyRules = async () => (await contract()).reply.body

export const REVIEWS_AT_A_TIME = 25

export interface ReviewFilters {
  status?: ReviewStatus | undefined
  reported?: 'true' | undefined
  rating?: number | undefined
}

export const useAdminReviews = (filters: ReviewFilters) => {
  useLive('staff', ADMIN_PATHS.adminReviews, ADMIN_PATHS.reviewFigures)
  const { list, items } = usePagedList(
    [ADMIN_PATHS.adminReviews, filters.status, filters.reported, filters.rating],
    async (after, signal) =>
      callApi((await contract()).list, { query: { ...filters, limit: REVIEWS_AT_A_TIME, after } }, signal),
  )
  return { list, reviews: items }
}

export const useReviewFigures = () =>
  useQuery(apiQuery(ADMIN_PATHS.reviewFigures, async () => (await contract()).figures))

const SHOWING_REVIEWS = [
  ADMIN_PATHS.adminReviews,
  ADMIN_PATHS.reviewFigures,
  PATHS.modReviews,
  PATHS.featuredReviews,
  PATHS.mod,
] as const

export const useDecide = () =>
  useApiMutation(contract, (api, body: BodyInputOf<ReviewsAdminApi['decide']>) => callApi(api.decide, { body }), {
    refresh: SHOWING_REVIEWS,
  })

export const useReplyToReview = (id: number) =>
  useApiMutation(contract, (api, body: string) => callApi(api.reply, { params: { id }, body: { body } }), {
    refresh: SHOWING_REVIEWS,
  })
