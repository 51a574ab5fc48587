import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { AdminReview, AdminReviewQuery } from '@slipstream/contract/reviews-admin'
import type { Db } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { reviewReports, reviews } from '@slipstream/db/tables/reviews'
import { users } from '@slipstream/db/tables/users'
import type { PublicObjects } from '#features/catalogue/mod-cards.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'
import { readPictures, REVIEW_COLUMNS, toReview } from '../review-rows.service.ts'
import { signalsOf } from './review-signals.ts'

const KEYS: PageOrder['keys'] = [{ of: reviews.id, type: 'integer' }]
const NEWEST: PageOrder = { name: 'all', direction: 'desc', keys: KEYS }
/** The moderation queue in order of arrival, whatever the number of stars. */
const OLDEST: PageOrder = { name: 'pending', direction: 'asc', keys: KEYS }

/** Reports shown on one page of reviews. */
const MOST_REPORTS = 300
/** Shorter texts may be identical by chance. */
const REPEATED_FROM = 20

const COLUMNS = {
  row: REVIEW_COLUMNS,
  status: reviews.status,
  rejectReason: reviews.rejectReason,
  revision: reviews.revision,
  isFeatured: sql<boolean>`${reviews.featuredOrder} is not null`,
  modId: mods.id,
  modTitle: mods.title,
  facts: {
    openReports: reviews.openReports,
    accountCreatedAt: users.createdAt,
    isRepeated: sql<boolean>`length(${reviews.body}) >= ${REPEATED_FROM} and exists (
      select from reviews other where md5(other.body) = md5(${reviews.body}) and other.id <> ${reviews.id})`,
  },
}

const readRows = (db: Db, where: SQL | undefined, order: PageOrder, size: number) =>
  db
    .select({ ...COLUMNS, keys: keysOf(order) })
    .from(reviews)
    .innerJoin(mods, eq(mods.id, reviews.modId))
    .leftJoin(users, eq(users.id, reviews.userId))
    .where(where)
    .orderBy(orderedBy(order))
    .limit(size)
type Row = Awaited<ReturnType<typeof readRows>>[number]

const complete = async (db: Db, objects: PublicObjects, rows: readonly Row[]): Promise<AdminReview[]> => {
  const pictures = await readPictures(
    db,
    objects,
    rows.map(({ row }) => row),
  )
  const reports = await readReports(
    db,
    rows.filter(({ facts }) => facts.openReports > 0).map(({ row }) => row.id),
  )
  return rows.map(({ row, facts, status, rejectReason, revision, isFeatured, modId, modTitle }) => ({
    ...toReview(row, pictures),
    ...{ status, rejectReason, revision, isFeatured, modId, modTitle },
    signals: signalsOf({ ...row, ...facts }),
    reports: reports
      .filter(({ reviewId }) => reviewId === row.id)
      .map(({ reason, note, createdAt }) => ({ reason, note, at: createdAt.toISOString() })),
  }))
}

const readReports = async (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(reviewReports)
        .where(and(inArray(reviewReports.reviewId, [...ids]), isNull(reviewReports.closedAt)))
        .orderBy(asc(reviewReports.createdAt))
        .limit(MOST_REPORTS)

export const listAdminReviews = async (db: Db, objects: PublicObjects, query: AdminReviewQuery) => {
  const { status, reported, rating, mod, limit, after } = query
  const order = status === 'pending' ? OLDEST : NEWEST
  const wanted = and(
    status && eq(reviews.status, status),
    reported && sql`${reviews.openReports} > 0`,
    rating === undefined ? undefined : eq(reviews.rating, rating),
    mod === undefined ? undefined : eq(reviews.modId, mod),
  )
  const page = await readPage(
    order,
    { after, size: limit },
    (place, size) => readRows(db, and(wanted, place), order, size),
    (row) => row,
  )
  return { items: await complete(db, objects, page.items), next: page.next }
}

export const readAdminReview = async (db: Db, objects: PublicObjects, id: number): Promise<AdminReview> => {
  const [review] = await complete(db, objects, await readRows(db, eq(reviews.id, id), NEWEST, 1))
  if (!review) throw new DomainError('review.not_found')
  return review
}
