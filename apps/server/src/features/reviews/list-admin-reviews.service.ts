import { and, eq } from 'drizzle-orm'
import type { AdminReviewQuery } from '@slipstream/contract/reviews-admin'
import type { Db } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { reviews } from '@slipstream/db/tables/reviews'
import { behind, keysOf, orderedBy, type PageOrder, readCursor, toPage } from '#lib/lists/page-order.ts'
import { REVIEW_COLUMNS, toReview } from './reviews.service.ts'

const ORDER: PageOrder = { name: 'all', direction: 'desc', keys: [{ of: reviews.id, type: 'integer' }] }

export const listAdminReviews = async (db: Db, { status, limit, after }: AdminReviewQuery) => {
  const place = after === undefined ? undefined : behind(ORDER, readCursor([ORDER], after).place)
  const rows = await db
    .select({
      ...REVIEW_COLUMNS,
      status: reviews.status,
      featuredOrder: reviews.featuredOrder,
      modId: mods.id,
      modTitle: mods.title,
      keys: keysOf(ORDER),
    })
    .from(reviews)
    .innerJoin(mods, eq(mods.id, reviews.modId))
    .where(and(status && eq(reviews.status, status), place))
    .orderBy(orderedBy(ORDER))
    .limit(limit + 1)
  const { items, next } = toPage(ORDER, rows, limit)
  return { items: items.map((row) => ({ ...toReview(row), isFeatured: row.featuredOrder !== null })), next }
}
