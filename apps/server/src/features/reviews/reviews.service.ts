import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { REVIEWS_PER_PAGE, type ReviewSort } from '@slipstream/contract/catalogue'
import type { ReviewFilter } from '@slipstream/contract/review-terms'
import type { FeaturedReview } from '@slipstream/contract/reviews'
import type { Db } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { reviews } from '@slipstream/db/tables/reviews'
import type { PublicObjects } from '#features/catalogue/mod-cards.service.ts'
import { requirePublished } from '#features/catalogue/mod-details.service.ts'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'
import { readPictures, REVIEW_COLUMNS, toReview } from './review-rows.service.ts'

const FEATURED_REVIEWS = 12

const isApproved = eq(reviews.status, 'approved')
const stars = sql`(-${reviews.rating})`

const KEYS: Record<ReviewSort, PageOrder['keys'][number]> = {
  helpful: { of: reviews.helpfulCount, type: 'integer' },
  newest: { of: reviews.createdAt, type: 'instant' },
  lowest: { of: stars, type: 'integer' },
}

interface ReviewsQuery {
  sort: ReviewSort
  show?: ReviewFilter | undefined
  after?: string | undefined
}

const orderOf = ({ sort, show }: ReviewsQuery): PageOrder => ({
  name: show === undefined ? sort : `${sort} ${show}`,
  direction: 'desc',
  keys: [KEYS[sort], { of: reviews.id, type: 'integer' }],
})

/** Every combination of filter and sort order reads one range of one index, whatever the number of reviews. */
const isShown = ({ sort, show }: ReviewsQuery): SQL | undefined => {
  if (show === undefined) return undefined
  if (show === 'pictures') return sql`${reviews.pictureCount} > 0`
  return sort === 'lowest' ? sql`${stars} = ${-Number(show)}::integer` : eq(reviews.rating, Number(show))
}

export const listReviews = async (db: Db, objects: PublicObjects, modId: number, query: ReviewsQuery) => {
  await requirePublished(db, modId)
  const order = orderOf(query)
  const { items, next } = await readPage(
    order,
    { after: query.after, size: REVIEWS_PER_PAGE },
    (place, size) =>
      db
        .select({ row: REVIEW_COLUMNS, keys: keysOf(order) })
        .from(reviews)
        .where(and(eq(reviews.modId, modId), isApproved, isShown(query), place))
        .orderBy(orderedBy(order))
        .limit(size),
    ({ row }) => row,
  )
  const pictures = await readPictures(db, objects, items)
  return { items: items.map((row) => toReview(row, pictures)), next }
}

export const listFeaturedReviews = async (db: Db, objects: PublicObjects): Promise<FeaturedReview[]> => {
  const rows = await db
    .select({ row: REVIEW_COLUMNS, modId: mods.id, modTitle: mods.title })
    .from(reviews)
    .innerJoin(mods, eq(mods.id, reviews.modId))
    .where(and(isNotNull(reviews.featuredOrder), isApproved, eq(mods.status, 'published')))
    .orderBy(asc(reviews.featuredOrder), asc(reviews.id))
    .limit(FEATURED_REVIEWS)
  const pictures = await readPictures(
    db,
    objects,
    rows.map(({ row }) => row),
  )
  return rows.map(({ row, ...mod }) => ({ ...toReview(row, pictures), ...mod }))
}
