import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pageSize } from './number.ts'
import { pageOf } from './page.ts'
import { FeaturedReview } from './reviews.ts'
import { cursor } from './text.ts'

const REVIEW_STATUSES = ['pending', 'approved', 'rejected'] as const
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]

/** A review with the mod it is about. */
export const AdminReview = z.extend(FeaturedReview, { status: z.enum(REVIEW_STATUSES), isFeatured: z.boolean() })
export type AdminReview = z.output<typeof AdminReview>

export const AdminReviewQuery = z.strictObject({
  status: z.optional(z.enum(REVIEW_STATUSES)),
  limit: pageSize(25, 100),
  after: cursor(),
})
export type AdminReviewQuery = z.output<typeof AdminReviewQuery>

export const reviewsAdminApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/reviews',
    summary: 'List reviews of every status, newest first',
    access: 'admin',
    query: AdminReviewQuery,
    response: pageOf(AdminReview),
  }),
}
