import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdParam, idParams } from './id.ts'
import { integer, integerParam, pageSize } from './number.ts'
import { pageOf } from './page.ts'
import {
  REVIEW_LIMITS,
  REVIEW_REASONS,
  REVIEW_SIGNALS,
  REVIEW_STATUSES,
  REVIEWS_AT_ONCE,
  type ReviewStatus,
} from './review-terms.ts'
import { FeaturedReview } from './reviews.ts'
import { cursor, text } from './text.ts'

export type { ReviewStatus }

/** A review with the mod it is about. */
export const AdminReview = z.extend(FeaturedReview, {
  status: z.enum(REVIEW_STATUSES),
  rejectReason: z.nullable(z.enum(REVIEW_REASONS)),
  isFeatured: z.boolean(),
  /** Counts the author's edits, so that nobody decides about a text they have not read. */
  revision: z.int(),
  signals: z.array(z.enum(REVIEW_SIGNALS)),
  reports: z.array(z.object({ reason: z.enum(REVIEW_REASONS), note: z.string(), at: z.iso.datetime() })),
})
export type AdminReview = z.output<typeof AdminReview>

export const AdminReviewQuery = z.strictObject({
  status: z.optional(z.enum(REVIEW_STATUSES)),
  reported: z.optional(z.literal('true')),
  rating: z.optional(integerParam(1, 5)),
  mod: z.optional(IdParam),
  limit: pageSize(25, 100),
  after: cursor(),
})
export type AdminReviewQuery = z.output<typeof AdminReviewQuery>

/** `keep` closes the open reports and leaves the review as it is. */
export const REVIEW_ACTS = ['approve', 'reject', 'feature', 'unfeature', 'keep'] as const
export type ReviewAct = (typeof REVIEW_ACTS)[number]

export const ReviewDecision = z.strictObject({
  reviews: z
    .array(z.strictObject({ id: Id, revision: integer(1) }))
    .check(z.minLength(1), z.maxLength(REVIEWS_AT_ONCE)),
  act: z.enum(REVIEW_ACTS),
  /** Required to reject. The author reads it. */
  reason: z.optional(z.enum(REVIEW_REASONS)),
})
export type ReviewDecision = z.output<typeof ReviewDecision>

export const ReviewFigures = z.object({
  pending: z.int(),
  reported: z.int(),
  /** Decisions of the last year by the number of stars, so that a bias becomes visible. */
  byStars: z.array(z.object({ stars: z.int(), decided: z.int(), rejected: z.int() })),
})
export type ReviewFigures = z.output<typeof ReviewFigures>

export const reviewsAdminApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/reviews',
    summary: 'List reviews of every status, newest first; those that wait, oldest first',
    access: 'admin',
    query: AdminReviewQuery,
    response: pageOf(AdminReview),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/api/admin/reviews/figures',
    summary: 'Count waiting and reported reviews, and decisions by stars in the last year',
    access: 'admin',
    response: ReviewFigures,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/admin/reviews/decide',
    summary: 'Approve, reject or feature reviews; those that changed meanwhile are left alone',
    access: 'admin',
    needsProof: 'no: reviews',
    body: ReviewDecision,
    response: z.object({ changed: z.array(Id) }),
    errors: ['review.no_reason'],
  }),
  reply: endpoint({
    method: 'POST',
    path: '/api/admin/reviews/:id/reply',
    summary: 'Reply to a review as the creator; an empty text removes the reply',
    access: 'admin',
    needsProof: 'no: reviews',
    params: idParams,
    body: z.strictObject({ body: text(REVIEW_LIMITS.reply, { multiline: true }) }),
    response: AdminReview,
    errors: ['review.not_found'],
  }),
}
