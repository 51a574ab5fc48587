import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ReviewReason, ReviewStatus } from '@slipstream/contract/review-terms'
import { createdAt, id, instant } from './columns.ts'
import { mods } from './mods.ts'
import { users } from './users.ts'

/** The triggers of migration 0026 keep the counts of a mod and of a review right, whatever writes. */
export const reviews = pgTable(
  'reviews',
  {
    id: id(),
    modId: integer().notNull(),
    /** Null if the account was deleted, or never existed (demo). */
    userId: integer(),
    /** The displayed name. */
    author: text().notNull(),
    rating: integer().notNull(),
    title: text().notNull().default(''),
    body: text().notNull().default(''),
    status: text().$type<ReviewStatus>().notNull().default('pending'),
    /** Set with the status `rejected`. The author reads it. */
    rejectReason: text().$type<ReviewReason>(),
    /** The author bought the mod and still has it. A trigger derives this and the next two from the entitlements. */
    isVerified: boolean().notNull().default(false),
    /** The author got the mod for free. */
    isGiven: boolean().notNull().default(false),
    /** The author got the money back. */
    isRefunded: boolean().notNull().default(false),
    /** The release that the author had downloaded last, and the game version at that time. */
    version: text(),
    gameVersion: text(),
    pictureCount: integer().notNull().default(0),
    helpfulCount: integer().notNull().default(0),
    openReports: integer().notNull().default(0),
    /** Position among the reviews on the home page; null for all others. */
    featuredOrder: integer(),
    reply: text(),
    repliedAt: instant(),
    /** Counts the author's edits. */
    revision: integer().notNull().default(1),
    createdAt: createdAt(),
    editedAt: instant(),
    decidedAt: instant(),
  },
  (table) => [
    foreignKey({ name: 'reviews_mod', columns: [table.modId], foreignColumns: [mods.id] }).onDelete('cascade'),
    foreignKey({ name: 'reviews_user', columns: [table.userId], foreignColumns: [users.id] }).onDelete('set null'),
    check('reviews_rating', sql`${table.rating} between 1 and 5`),
    check('reviews_status_known', sql`${table.status} in ('pending', 'approved', 'rejected')`),
    uniqueIndex('reviews_once_per_user').on(table.userId, table.modId),
    index('reviews_helpful')
      .on(table.modId, table.helpfulCount.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`status = 'approved'`),
    index('reviews_newest')
      .on(table.modId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`status = 'approved'`),
    index('reviews_lowest')
      .on(table.modId, sql`(-rating) desc`, table.id.desc().nullsFirst())
      .where(sql`status = 'approved'`),
    index('reviews_of_stars_helpful')
      .on(table.modId, table.rating, table.helpfulCount.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`status = 'approved'`),
    index('reviews_of_stars_newest')
      .on(table.modId, table.rating, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`status = 'approved'`),
    index('reviews_with_pictures_helpful')
      .on(table.modId, table.helpfulCount.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`status = 'approved' and picture_count > 0`),
    index('reviews_with_pictures_newest')
      .on(table.modId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`status = 'approved' and picture_count > 0`),
    index('reviews_with_pictures_lowest')
      .on(table.modId, sql`(-rating) desc`, table.id.desc().nullsFirst())
      .where(sql`status = 'approved' and picture_count > 0`),
    index('reviews_of_status').on(table.status, table.id.desc().nullsFirst()),
    index('reviews_of_mod').on(table.modId, table.id.desc().nullsFirst()),
    index('reviews_reported').on(table.id.desc().nullsFirst()).where(sql`open_reports > 0`),
    index('reviews_by_text').on(sql`md5(body)`),
    index('reviews_featured').on(table.featuredOrder, table.id).where(sql`featured_order is not null`),
    index('reviews_decided').on(table.decidedAt, table.rating, table.status).where(sql`decided_at is not null`),
  ],
)

/** Screenshots of the game, re-encoded. They have no review until the author saves it. */
export const reviewPictures = pgTable(
  'review_pictures',
  {
    id: id(),
    /** Null if the account was deleted: the picture stays with the review. */
    uploaderId: integer(),
    reviewId: integer(),
    sortOrder: integer().notNull().default(0),
    objectKey: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ name: 'review_pictures_review', columns: [table.reviewId], foreignColumns: [reviews.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'review_pictures_uploader', columns: [table.uploaderId], foreignColumns: [users.id] }).onDelete(
      'set null',
    ),
    uniqueIndex('review_pictures_object').on(table.objectKey),
    index('review_pictures_of_review').on(table.reviewId, table.sortOrder),
    index('review_pictures_of_uploader').on(table.uploaderId, table.createdAt),
    index('review_pictures_unused').on(table.createdAt).where(sql`review_id is null`),
  ],
)

/** Each row is one person who found a review helpful. A trigger counts them. */
export const reviewVotes = pgTable(
  'review_votes',
  {
    userId: integer().notNull(),
    reviewId: integer().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'review_votes_once', columns: [table.userId, table.reviewId] }),
    foreignKey({ name: 'review_votes_user', columns: [table.userId], foreignColumns: [users.id] }).onDelete('cascade'),
    foreignKey({ name: 'review_votes_review', columns: [table.reviewId], foreignColumns: [reviews.id] }).onDelete(
      'cascade',
    ),
    index('review_votes_of_review').on(table.reviewId),
  ],
)

export const reviewReports = pgTable(
  'review_reports',
  {
    userId: integer().notNull(),
    reviewId: integer().notNull(),
    reason: text().$type<ReviewReason>().notNull(),
    note: text().notNull().default(''),
    createdAt: createdAt(),
    /** When a moderator decided about it. */
    closedAt: instant(),
  },
  (table) => [
    primaryKey({ name: 'review_reports_once', columns: [table.userId, table.reviewId] }),
    foreignKey({ name: 'review_reports_user', columns: [table.userId], foreignColumns: [users.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'review_reports_review', columns: [table.reviewId], foreignColumns: [reviews.id] }).onDelete(
      'cascade',
    ),
    index('review_reports_of_review').on(table.reviewId),
    index('review_reports_by_time').on(table.createdAt),
  ],
)
