import { and, eq } from 'drizzle-orm'
import type { ReviewReason } from '@slipstream/contract/review-terms'
import type { Tx } from '@slipstream/db/client'
import { reviewReports, reviews, reviewVotes } from '@slipstream/db/tables/reviews'
import { DomainError } from '#lib/domain-error.ts'
import { announceHint } from '#lib/live/live-topic.ts'

/** Throws unless this is a public review by somebody else. */
const requireOthers = async (tx: Tx, userId: number, reviewId: number) => {
  const [review] = await tx
    .select({ userId: reviews.userId })
    .from(reviews)
    .where(and(eq(reviews.id, reviewId), eq(reviews.status, 'approved')))
  if (!review) throw new DomainError('review.not_found')
  if (review.userId === userId) throw new DomainError('review.own')
}

/** One vote per person, however often it is sent. A trigger updates the count. */
export const voteForReview = async (tx: Tx, userId: number, reviewId: number, isHelpful: boolean) => {
  await requireOthers(tx, userId, reviewId)
  if (isHelpful) {
    await tx.insert(reviewVotes).values({ userId, reviewId }).onConflictDoNothing()
  } else {
    await tx.delete(reviewVotes).where(and(eq(reviewVotes.userId, userId), eq(reviewVotes.reviewId, reviewId)))
  }
}

interface Report {
  reason: ReviewReason
  note: string
}

/** One report per person and review. It changes nothing by itself: a moderator decides. */
export const reportReview = async (tx: Tx, userId: number, reviewId: number, report: Report) => {
  await requireOthers(tx, userId, reviewId)
  await tx
    .insert(reviewReports)
    .values({ userId, reviewId, ...report })
    .onConflictDoNothing()
  await announceHint(tx, 'staff')
}
