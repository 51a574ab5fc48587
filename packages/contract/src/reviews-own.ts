import * as z from 'zod/mini'
import { done } from './done.ts'
import { endpoint } from './endpoint.ts'
import { Id, idParams } from './id.ts'
import { integer } from './number.ts'
import { REVIEW_LIMITS, REVIEW_REASONS, REVIEW_STATUSES } from './review-terms.ts'
import { Review, ReviewPicture } from './reviews.ts'
import { filledText, text } from './text.ts'

/** The author's own review, in any state. */
export const OwnReview = z.extend(Review, {
  status: z.enum(REVIEW_STATUSES),
  /** Why it was rejected; null in every other state. */
  rejectReason: z.nullable(z.enum(REVIEW_REASONS)),
})
export type OwnReview = z.output<typeof OwnReview>

/** The signed-in person's relation to the reviews of a mod. */
export const MyReviews = z.object({
  modTitle: z.string(),
  /** Only owners can write a review, by purchase or gift. */
  isOwner: z.boolean(),
  review: z.nullable(OwnReview),
  /** The reviews that the person found helpful. */
  votedIds: z.array(Id),
  reportedIds: z.array(Id),
})
export type MyReviews = z.output<typeof MyReviews>

export const ReviewForm = z.strictObject({
  rating: integer(1, 5),
  title: text(REVIEW_LIMITS.title),
  body: text(REVIEW_LIMITS.body, { min: 10, tooShort: 'Write at least a sentence.', multiline: true }),
  pictureIds: z.array(Id).check(z.maxLength(REVIEW_LIMITS.pictures)),
})
export type ReviewForm = z.output<typeof ReviewForm>

/** The path parameter is a mod or a public review, never an object of the caller. */
const ofMod = { access: 'user', owned: false, params: idParams } as const

export const ownReviewsApi = {
  mine: endpoint({
    method: 'GET',
    path: '/api/mods/:id/reviews/mine',
    summary: 'Get your review of a mod and what you found helpful',
    ...ofMod,
    response: MyReviews,
    errors: ['mod.not_found'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/mods/:id/reviews/mine',
    summary: 'Write your review of a mod, or replace it',
    ...ofMod,
    body: ReviewForm,
    response: MyReviews,
    errors: ['mod.not_found', 'review.not_owner', 'review.too_many', 'review.picture_not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/mods/:id/reviews/mine',
    summary: 'Delete your review of a mod',
    ...ofMod,
    response: done(),
  }),
  vote: endpoint({
    method: 'POST',
    path: '/api/reviews/:id/vote',
    summary: 'Say that a review was helpful, or take it back',
    ...ofMod,
    body: z.strictObject({ isHelpful: z.boolean() }),
    response: done(),
    errors: ['review.not_found', 'review.own', 'review.too_many'],
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/reviews/:id/report',
    summary: 'Report a review to the moderators',
    ...ofMod,
    body: z.strictObject({
      reason: z.enum(REVIEW_REASONS),
      note: text(REVIEW_LIMITS.note, { multiline: true }),
    }),
    response: done(),
    errors: ['review.not_found', 'review.own', 'review.too_many'],
  }),
  offerPicture: endpoint({
    method: 'POST',
    path: '/api/reviews/pictures/upload',
    summary: 'Get a presigned URL to upload a screenshot',
    access: 'user',
    offersUpload: true,
    body: z.strictObject({ contentType: filledText(100), sizeBytes: integer(1) }),
    response: z.object({ key: z.string(), url: z.string() }),
    errors: ['picture.unusable', 'review.too_many'],
  }),
  addPicture: endpoint({
    method: 'POST',
    path: '/api/reviews/pictures',
    summary: 'Check an uploaded screenshot and keep it for your review',
    access: 'user',
    body: z.strictObject({ key: filledText(200) }),
    response: ReviewPicture,
    errors: ['picture.not_found', 'picture.unusable', 'review.too_many', 'storage.away'],
  }),
}
