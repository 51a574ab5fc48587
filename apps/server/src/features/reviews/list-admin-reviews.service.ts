import { and, eq } from 'drizzle-orm'
import type { AdminReviewQuery } from '@slipstream/contract/reviews-admin'
import type { Db } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { reviews } from '@slipstream/db/tables/reviews'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'
import { REVIEW_COLUMNS, toReview } from './reviews.service.ts'

const ORDER: PageOrder = { name: 'all', direction: 'desc', keys: [{ of: reviews.id, type: 'integer' }] }

export const listAdminReviews = (db: Db, { status, limit, after }: AdminReviewQuery) =>
  readPage(
    ORDER,
    { after, size: limit },
    (place, size) =>
      db
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
        .limit(size),
    (row) => ({ ...toReview(row), isFeatured: row.featuredOrder !== null }),
  )
