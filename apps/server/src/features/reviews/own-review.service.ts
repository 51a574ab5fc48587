import { and, desc, eq, isNull, notInArray, or, sql } from 'drizzle-orm'
import type { MyReviews, OwnReview, ReviewForm } from '@slipstream/contract/reviews-own'
import type { Db, Tx } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { downloads } from '@slipstream/db/tables/locker'
import { mods } from '@slipstream/db/tables/mods'
import { reviewPictures, reviewReports, reviews, reviewVotes } from '@slipstream/db/tables/reviews'
import { users } from '@slipstream/db/tables/users'
import { readGameVersion } from '#features/catalogue/game-versions.service.ts'
import type { PublicObjects } from '#features/catalogue/mod-cards.service.ts'
import { ownsMod } from '#features/entitlements/ownership.service.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { DomainError } from '#lib/domain-error.ts'
import { announceHint } from '#lib/live/live-topic.ts'
import { readPictures, REVIEW_COLUMNS, toReview } from './review-rows.service.ts'

/** Nobody scrolls through more reviews of one mod than this. */
const MOST_MARKS = 1_000

const isBy = (userId: number, modId: number) => and(eq(reviews.userId, userId), eq(reviews.modId, modId))

/**
 * A person's own review of a mod, and their votes and reports. An unpublished mod is visible only to its owners and
 * reviewers.
 */
export const readMine = async (db: Db, objects: PublicObjects, userId: number, modId: number): Promise<MyReviews> => {
  const [mod] = await db.select({ title: mods.title, status: mods.status }).from(mods).where(eq(mods.id, modId))
  const isOwner = await ownsMod(db, userId, modId)
  const review = await readOwnReview(db, objects, userId, modId)
  if (!mod || (mod.status !== 'published' && !isOwner && !review)) throw new DomainError('mod.not_found')
  return {
    modTitle: mod.title,
    isOwner,
    review,
    votedIds: await markedIds(db, reviewVotes, userId, modId),
    reportedIds: await markedIds(db, reviewReports, userId, modId),
  }
}

const readOwnReview = async (db: Db, objects: PublicObjects, userId: number, modId: number) => {
  const [found] = await db
    .select({ row: REVIEW_COLUMNS, status: reviews.status, rejectReason: reviews.rejectReason })
    .from(reviews)
    .where(isBy(userId, modId))
  if (!found) return null
  const { row, ...state } = found
  return { ...toReview(row, await readPictures(db, objects, [row])), ...state } satisfies OwnReview
}

const markedIds = async (db: Db, table: typeof reviewVotes | typeof reviewReports, userId: number, modId: number) => {
  const rows = await db
    .select({ id: table.reviewId })
    .from(table)
    .innerJoin(reviews, eq(reviews.id, table.reviewId))
    .where(and(eq(table.userId, userId), eq(reviews.modId, modId)))
    .orderBy(desc(table.reviewId))
    .limit(MOST_MARKS)
  return rows.map(({ id }) => id)
}

/**
 * Writes or replaces the author's only review of a mod. It waits for a moderator, even if an earlier version was
 * public: otherwise anything could be published after an approval. The creator's reply and the votes stay.
 */
export const saveReview = async (tx: Tx, userId: number, modId: number, form: ReviewForm) => {
  const copy = await requireCopy(tx, userId, modId)
  const [before] = await tx.select().from(reviews).where(isBy(userId, modId)).for('update')
  const pictureIds = [...new Set(form.pictureIds)]
  const { rating, title, body } = form
  if (before && (await isSame(tx, before, form, pictureIds))) return
  const written = {
    author: await readUsername(tx, userId),
    ...{ rating, title, body, pictureCount: pictureIds.length },
    ...copy,
    ...(await readWrittenFor(tx, userId, modId)),
    status: 'pending' as const,
  }
  const [saved] = await tx
    .insert(reviews)
    .values({ userId, modId, ...written })
    .onConflictDoUpdate({
      target: [reviews.userId, reviews.modId],
      set: {
        ...written,
        rejectReason: null,
        featuredOrder: null,
        decidedAt: null,
        revision: sql`${reviews.revision} + 1`,
        editedAt: sql`now()`,
      },
    })
    .returning({ id: reviews.id })
  if (!saved) throw new Error('the review was not written')
  await keepPictures(tx, saved.id, userId, pictureIds)
  if (before?.status === 'approved') await announceChange(tx, 'mods', modId)
  await announceHint(tx, 'staff')
}

const readUsername = async (tx: Tx, userId: number) => {
  const [user] = await tx.select({ username: users.username }).from(users).where(eq(users.id, userId))
  if (!user) throw new Error('the author has no account')
  return user.username
}

/** Locked, so that a refund at the same moment finds the review and marks it. */
const requireCopy = async (tx: Tx, userId: number, modId: number) => {
  const copies = await tx
    .select({ source: entitlements.source })
    .from(entitlements)
    .where(and(eq(entitlements.userId, userId), eq(entitlements.modId, modId), isNull(entitlements.revokedAt)))
    .for('share')
  if (copies.length === 0) throw new DomainError('review.not_owner')
  const isVerified = copies.some(({ source }) => source === 'purchase')
  return { isVerified, isGiven: !isVerified, isRefunded: false }
}

/** The release that the author has, and the game version that players have today. */
const readWrittenFor = async (tx: Tx, userId: number, modId: number) => {
  const [last] = await tx
    .select({ version: downloads.version })
    .from(downloads)
    .where(and(eq(downloads.userId, userId), eq(downloads.modId, modId)))
    .orderBy(desc(downloads.id))
    .limit(1)
  const [mod] = await tx.select({ version: mods.version }).from(mods).where(eq(mods.id, modId))
  return { version: last?.version ?? mod?.version ?? null, gameVersion: await readGameVersion(tx) }
}

/** A form that is sent twice changes the review once. */
const isSame = async (tx: Tx, before: typeof reviews.$inferSelect, form: ReviewForm, pictureIds: readonly number[]) => {
  if (before.rating !== form.rating || before.title !== form.title || before.body !== form.body) return false
  const kept = await tx
    .select({ id: reviewPictures.id })
    .from(reviewPictures)
    .where(eq(reviewPictures.reviewId, before.id))
    .orderBy(reviewPictures.sortOrder, reviewPictures.id)
  return kept.map(({ id }) => id).join() === pictureIds.join()
}

/** Keeps exactly these pictures, in this order. The bucket sweep removes the objects of the others. */
const keepPictures = async (tx: Tx, reviewId: number, userId: number, ids: readonly number[]) => {
  await tx
    .delete(reviewPictures)
    .where(and(eq(reviewPictures.reviewId, reviewId), notInArray(reviewPictures.id, [...ids])))
  for (const [sortOrder, id] of ids.entries()) {
    const kept = await tx
      .update(reviewPictures)
      .set({ reviewId, sortOrder })
      .where(
        and(
          eq(reviewPictures.id, id),
          eq(reviewPictures.uploaderId, userId),
          or(isNull(reviewPictures.reviewId), eq(reviewPictures.reviewId, reviewId)),
        ),
      )
      .returning({ id: reviewPictures.id })
    if (kept.length === 0) throw new DomainError('review.picture_not_found')
  }
}

/** Authors may delete their review at any time, even after a refund. Its votes and reports are deleted with it. */
export const removeReview = async (tx: Tx, userId: number, modId: number) => {
  const [removed] = await tx.delete(reviews).where(isBy(userId, modId)).returning({ status: reviews.status })
  if (removed?.status === 'approved') await announceChange(tx, 'mods', modId)
  if (removed) await announceHint(tx, 'staff')
}
