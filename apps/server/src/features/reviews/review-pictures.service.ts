import { randomUUID } from 'node:crypto'
import { and, count, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { isPictureType } from '@slipstream/contract/picture-types'
import { REVIEW_LIMITS } from '@slipstream/contract/review-terms'
import type { ReviewPicture } from '@slipstream/contract/reviews'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { reviewPictures } from '@slipstream/db/tables/reviews'
import {
  asUsable,
  pixelsOfIncoming,
  readIncoming,
  removeIncoming,
  unusable,
} from '#features/pictures/incoming-picture.ts'
import { inPictureTurn } from '#features/pictures/picture-turns.ts'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import { fromStorage } from '#lib/from-storage.ts'

const SECONDS_TO_SEND = 15 * 60
const SHOWN_PIXELS = 1_600

const folderOf = (userId: number) => `incoming/reviews/${userId}/`

interface Offer {
  contentType: string
  sizeBytes: number
}

/** A signed address for one picture of exactly this size. Uploads that are never added are swept. */
export const offerReviewPicture = async (db: Db, storage: Storage, userId: number, offer: Offer) => {
  if (!isPictureType(offer.contentType)) throw unusable('Use a PNG, JPEG, WebP or AVIF picture.')
  if (offer.sizeBytes > REVIEW_LIMITS.pictureBytes) {
    throw unusable('This picture is larger than 10 MB. Choose a smaller one.')
  }
  await refuseTooMany(db, userId)
  const key = `${folderOf(userId)}${randomUUID()}`
  return { key, url: await storage.presignUpload(key, { ...offer, expiresInSeconds: SECONDS_TO_SEND }) }
}

const refuseTooMany = async (db: Db, userId: number) => {
  const [today = { count: 0 }] = await db
    .select({ count: count() })
    .from(reviewPictures)
    .where(and(eq(reviewPictures.uploaderId, userId), gt(reviewPictures.createdAt, sql`now() - interval '1 day'`)))
  if (today.count >= REVIEW_LIMITS.picturesPerDay) throw new DomainError('review.too_many')
}

/** Keeps only a re-encoded copy of an uploaded picture. Nobody can guess its address before a review shows it. */
export const addReviewPicture = async (
  db: Db,
  storage: Storage,
  userId: number,
  key: string,
): Promise<ReviewPicture> => {
  if (!key.startsWith(folderOf(userId))) throw new DomainError('picture.not_found')
  const pixels = await pixelsOfIncoming(storage, key)
  return inPictureTurn({ account: userId, pixels }, async (pictures) => {
    await refuseTooMany(db, userId)
    const given = await readIncoming(storage, key)
    const wish = { mostPixels: SHOWN_PIXELS, promised: pixels }
    const { bytes, width, height } = await asUsable(pictures.clean(given, wish))
    const objectKey = `reviews/${randomUUID()}.webp`
    await fromStorage(storage.putPublic(objectKey, bytes, 'image/webp'))
    const [added] = await inTransaction(db, (tx) =>
      tx
        .insert(reviewPictures)
        .values({ uploaderId: userId, objectKey, width, height })
        .returning({ id: reviewPictures.id }),
    )
    if (!added) throw new Error('the picture was not written')
    await removeIncoming(storage, key)
    return { id: added.id, src: storage.publicUrl(objectKey), width, height }
  })
}

/** Removes pictures whose review was never saved. The bucket sweep removes their objects. */
export const removeUnusedPictures = (tx: Tx) =>
  tx
    .delete(reviewPictures)
    .where(and(isNull(reviewPictures.reviewId), lt(reviewPictures.createdAt, sql`now() - interval '1 day'`)))
