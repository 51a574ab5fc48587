import { and, asc, eq, isNull } from 'drizzle-orm'
import { reviewPictures, reviewReports, reviews, reviewVotes } from '@slipstream/db/tables/reviews'
import type { PersonalData } from '#lib/personal-data.ts'
import { announceChange } from '#lib/cache/change-bus.ts'

const FORMER_CUSTOMER = 'Former customer'

/** Deleting an account anonymizes its reviews and keeps them with their pictures. Votes and reports are deleted. */
export const reviewsPersonalData: PersonalData = {
  name: 'reviews',
  tables: ['reviews', 'review_pictures', 'review_votes', 'review_reports'],
  collect: async (tx, userId) => ({
    written: await tx
      .select({
        modId: reviews.modId,
        author: reviews.author,
        rating: reviews.rating,
        title: reviews.title,
        body: reviews.body,
        version: reviews.version,
        gameVersion: reviews.gameVersion,
        status: reviews.status,
        rejectReason: reviews.rejectReason,
        reply: reviews.reply,
        createdAt: reviews.createdAt,
        editedAt: reviews.editedAt,
      })
      .from(reviews)
      .where(eq(reviews.userId, userId))
      .orderBy(asc(reviews.id)),
    pictures: await tx
      .select({
        file: reviewPictures.objectKey,
        reviewId: reviewPictures.reviewId,
        createdAt: reviewPictures.createdAt,
      })
      .from(reviewPictures)
      .where(eq(reviewPictures.uploaderId, userId))
      .orderBy(asc(reviewPictures.id)),
    foundHelpful: await tx
      .select({ reviewId: reviewVotes.reviewId, at: reviewVotes.createdAt })
      .from(reviewVotes)
      .where(eq(reviewVotes.userId, userId))
      .orderBy(asc(reviewVotes.reviewId)),
    reported: await tx
      .select({
        reviewId: reviewReports.reviewId,
        reason: reviewReports.reason,
        note: reviewReports.note,
        at: reviewReports.createdAt,
      })
      .from(reviewReports)
      .where(eq(reviewReports.userId, userId))
      .orderBy(asc(reviewReports.reviewId)),
  }),
  erase: async (tx, userId) => {
    await tx.delete(reviewVotes).where(eq(reviewVotes.userId, userId))
    await tx.delete(reviewReports).where(eq(reviewReports.userId, userId))
    await tx.delete(reviewPictures).where(and(eq(reviewPictures.uploaderId, userId), isNull(reviewPictures.reviewId)))
    await tx.update(reviewPictures).set({ uploaderId: null }).where(eq(reviewPictures.uploaderId, userId))
    const kept = await tx
      .update(reviews)
      .set({ userId: null, author: FORMER_CUSTOMER })
      .where(eq(reviews.userId, userId))
      .returning({ id: reviews.id })
    if (kept.length > 0) await announceChange(tx, 'mods')
  },
}
