import * as z from 'zod/mini'
import { REVIEW_SORTS } from './catalogue.ts'
import { endpoint, ONE_MINUTE } from './endpoint.ts'
import { Id, idParams } from './id.ts'
import { pageOf } from './page.ts'
import { REVIEW_FILTERS } from './review-terms.ts'
import { cursor } from './text.ts'

/** A screenshot that the author added, re-encoded by the store. */
export const ReviewPicture = z.object({ id: Id, src: z.string(), width: z.int(), height: z.int() })
export type ReviewPicture = z.output<typeof ReviewPicture>

export const Review = z.object({
  id: Id,
  author: z.string(),
  rating: z.int().check(z.minimum(1), z.maximum(5)),
  title: z.string(),
  body: z.string(),
  createdAt: z.iso.datetime(),
  editedAt: z.nullable(z.iso.datetime()),
  /** The author bought the mod and still has it. */
  isVerified: z.boolean(),
  /** The author got the mod for free, so the stars do not count. */
  isGiven: z.boolean(),
  /** The author got the money back, so the stars do not count. */
  isRefunded: z.boolean(),
  /** The release that the author had downloaded last; null if unknown. */
  version: z.nullable(z.string()),
  gameVersion: z.nullable(z.string()),
  pictures: z.array(ReviewPicture),
  helpfulCount: z.int(),
  reply: z.nullable(z.string()),
  /** The author has edited the review since the reply. */
  isReplyOlder: z.boolean(),
})
export type Review = z.output<typeof Review>

export const FeaturedReview = z.extend(Review, { modId: Id, modTitle: z.string() })
export type FeaturedReview = z.output<typeof FeaturedReview>

export const reviewsApi = {
  ofMod: endpoint({
    method: 'GET',
    path: '/api/mods/:id/reviews',
    summary: 'List the approved reviews of a mod',
    access: 'public',
    params: idParams,
    query: z.strictObject({
      sort: z._default(z.enum(REVIEW_SORTS), 'helpful'),
      show: z.optional(z.enum(REVIEW_FILTERS)),
      after: cursor(),
    }),
    response: pageOf(Review),
    errors: ['mod.not_found'],
    cache: ONE_MINUTE,
  }),
  featured: endpoint({
    method: 'GET',
    path: '/api/reviews/featured',
    summary: 'List the reviews featured on the home page',
    access: 'public',
    response: z.array(FeaturedReview),
    cache: ONE_MINUTE,
  }),
}
