import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { REVIEWS_PER_PAGE, type ReviewSort } from '@slipstream/contract/catalogue'
import type { FeaturedReview, Review } from '@slipstream/contract/reviews'
import type { Db } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { reviews } from '@slipstream/db/tables/reviews'
import { requirePublished } from '#features/catalogue/mod-details.service.ts'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'

const FEATURED_REVIEWS = 12

export const REVIEW_COLUMNS = {
  id: reviews.id,
  author: reviews.author,
  rating: reviews.rating,
  title: reviews.title,
  body: reviews.body,
  createdAt: reviews.createdAt,
  isVerified: reviews.isVerified,
  helpfulCount: reviews.helpfulCount,
  reply: reviews.reply,
}

const isApproved = eq(reviews.status, 'approved')

const by = (name: ReviewSort, key: PageOrder['keys'][number]): PageOrder => ({
  name,
  direction: 'desc',
  keys: [key, { of: reviews.id, type: 'integer' }],
})

const ORDERS: Record<ReviewSort, PageOrder> = {
  helpful: by('helpful', { of: reviews.helpfulCount, type: 'integer' }),
  newest: by('newest', { of: reviews.createdAt, type: 'instant' }),
  lowest: by('lowest', { of: sql`(-${reviews.rating})`, type: 'integer' }),
}

interface ReviewsQuery {
  sort: ReviewSort
  after?: string | undefined
}

export const listReviews = async (db: Db, modId: number, { sort, after }: ReviewsQuery) => {
  await requirePublished(db, modId)
  const order = ORDERS[sort]
  return readPage(
    order,
    { after, size: REVIEWS_PER_PAGE },
    (place, size) =>
      db
        .select({ ...REVIEW_COLUMNS, keys: keysOf(order) })
        .from(reviews)
        .where(and(eq(reviews.modId, modId), isApproved, place))
        .orderBy(orderedBy(order))
        .limit(size),
    toReview,
  )
}

export const listFeaturedReviews = async (db: Db): Promise<FeaturedReview[]> => {
  const rows = await db
    .select({ ...REVIEW_COLUMNS, modId: mods.id, modTitle: mods.title })
    .from(reviews)
    .innerJoin(mods, eq(mods.id, reviews.modId))
    .where(and(isNotNull(reviews.featuredOrder), isApproved, eq(mods.status, 'published')))
    .orderBy(asc(reviews.featuredOrder), asc(reviews.id))
    .limit(FEATURED_REVIEWS)
  return rows.map(toReview)
}

export const toReview = <Row extends Omit<Review, 'createdAt'> & { createdAt: Date }>(row: Row) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
})
