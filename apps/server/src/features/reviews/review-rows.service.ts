import { asc, inArray } from 'drizzle-orm'
import type { Review, ReviewPicture } from '@slipstream/contract/reviews'
import type { Db } from '@slipstream/db/client'
import { reviewPictures, reviews } from '@slipstream/db/tables/reviews'
import type { PublicObjects } from '#features/catalogue/mod-cards.service.ts'

export const REVIEW_COLUMNS = {
  id: reviews.id,
  author: reviews.author,
  rating: reviews.rating,
  title: reviews.title,
  body: reviews.body,
  createdAt: reviews.createdAt,
  editedAt: reviews.editedAt,
  isVerified: reviews.isVerified,
  isGiven: reviews.isGiven,
  isRefunded: reviews.isRefunded,
  version: reviews.version,
  gameVersion: reviews.gameVersion,
  pictureCount: reviews.pictureCount,
  helpfulCount: reviews.helpfulCount,
  reply: reviews.reply,
  repliedAt: reviews.repliedAt,
}
export type ReviewRow = Pick<typeof reviews.$inferSelect, keyof typeof REVIEW_COLUMNS>

/** The pictures of these reviews, by the review's id. Most reviews have none. */
export const readPictures = async (db: Db, objects: PublicObjects, rows: readonly ReviewRow[]) => {
  const found = new Map<number, ReviewPicture[]>()
  const ids = rows.filter(({ pictureCount }) => pictureCount > 0).map(({ id }) => id)
  if (ids.length === 0) return found
  const pictures = await db
    .select()
    .from(reviewPictures)
    .where(inArray(reviewPictures.reviewId, ids))
    .orderBy(asc(reviewPictures.reviewId), asc(reviewPictures.sortOrder), asc(reviewPictures.id))
  for (const { id, reviewId, objectKey, width, height } of pictures) {
    if (reviewId === null) continue
    found.set(reviewId, [...(found.get(reviewId) ?? []), { id, src: objects.publicUrl(objectKey), width, height }])
  }
  return found
}

export const toReview = (row: ReviewRow, pictures: ReadonlyMap<number, ReviewPicture[]>): Review => {
  const { id, author, rating, title, body, isVerified, isGiven, isRefunded, version, gameVersion } = row
  const { repliedAt, createdAt, editedAt, helpfulCount, reply } = row
  return {
    ...{ id, author, rating, title, body, isVerified, isGiven, isRefunded, version, gameVersion, helpfulCount, reply },
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
    pictures: pictures.get(id) ?? [],
    isReplyOlder: reply !== null && repliedAt !== null && editedAt !== null && editedAt > repliedAt,
  }
}
