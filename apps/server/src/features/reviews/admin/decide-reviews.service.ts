import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { REVIEW_REASON_WORDS, type ReviewReason } from '@slipstream/contract/review-terms'
import type { ReviewAct, ReviewDecision } from '@slipstream/contract/reviews-admin'
import type { Tx } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { reviewReports, reviews } from '@slipstream/db/tables/reviews'
import { recordChange } from '#features/audit/audit.service.ts'
import { mailUser } from '#features/notifications/mail-user.service.ts'
import { notify } from '#features/notifications/notify.service.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { DomainError } from '#lib/domain-error.ts'
import { announceHint } from '#lib/live/live-topic.ts'
import type { Sender } from '#lib/mail/letter.ts'
import { rejectedMail } from '../review-mails.ts'

type ReviewValues = typeof reviews.$inferSelect
interface Found {
  review: ReviewValues
  modTitle: string
}

const isFeatured = ({ featuredOrder }: ReviewValues) => featuredOrder !== null

/** Null where the act does not apply, so that repeating it changes nothing. */
const STEPS: Record<ReviewAct, (review: ReviewValues, reason: ReviewReason | null) => object | null> = {
  approve: ({ status }) =>
    status === 'approved' ? null : { status: 'approved', rejectReason: null, decidedAt: sql`now()` },
  reject: ({ status, rejectReason }, reason) =>
    status === 'rejected' && rejectReason === reason
      ? null
      : { status: 'rejected', rejectReason: reason, featuredOrder: null, decidedAt: sql`now()` },
  // The most recently featured review comes first.
  feature: (review) =>
    review.status !== 'approved' || isFeatured(review)
      ? null
      : { featuredOrder: sql`(select coalesce(min(featured_order), 0) - 1 from reviews)` },
  unfeature: (review) => (isFeatured(review) ? { featuredOrder: null } : null),
  keep: ({ openReports }) => (openReports > 0 ? {} : null),
}

/** A decision about the review also closes its reports. */
const CLOSES_REPORTS: readonly ReviewAct[] = ['approve', 'reject', 'keep']

interface Moderator {
  id: number
  sender: Sender
}

/**
 * Returns the ids of the reviews that changed. A review that its author has edited since the moderator read it is left
 * alone. Rows are locked by id and changed by mod, so that two moderators cannot deadlock.
 */
export const decideReviews = async (tx: Tx, by: Moderator, decision: ReviewDecision) => {
  const { reviews: named, act } = decision
  const reason = decision.reason ?? null
  if (act === 'reject' && reason === null) throw new DomainError('review.no_reason')
  const revisions = new Map(named.map(({ id, revision }) => [id, revision]))
  const found = await tx
    .select({ review: reviews, modTitle: mods.title })
    .from(reviews)
    .innerJoin(mods, eq(mods.id, reviews.modId))
    .where(inArray(reviews.id, [...revisions.keys()]))
    .orderBy(reviews.id)
    .for('update', { of: reviews })
  const changed: number[] = []
  for (const each of found.toSorted((one, other) => one.review.modId - other.review.modId)) {
    if (revisions.get(each.review.id) !== each.review.revision) continue
    if (await decide(tx, by, each, act, reason)) changed.push(each.review.id)
  }
  if (changed.length > 0) await announceHint(tx, 'staff')
  return changed
}

const decide = async (tx: Tx, by: Moderator, found: Found, act: ReviewAct, reason: ReviewReason | null) => {
  const { review, modTitle } = found
  const step = STEPS[act](review, reason)
  if (step === null) return false
  if (Object.keys(step).length > 0) await tx.update(reviews).set(step).where(eq(reviews.id, review.id))
  if (CLOSES_REPORTS.includes(act)) await closeReports(tx, review.id)
  await recordChange(tx, {
    actorId: by.id,
    action: act === 'keep' ? 'dismiss reports' : act,
    subject: 'review',
    subjectId: review.id,
    subjectName: `${modTitle}, review ${review.id}`,
    after: { stars: review.rating, ...(act === 'reject' && { reason }) },
  })
  await announceChange(tx, 'mods', review.modId)
  if (act === 'approve') await tellApproved(tx, found)
  if (act === 'reject' && reason !== null) await tellRejected(tx, found, reason, by.sender)
  return true
}

const closeReports = (tx: Tx, reviewId: number) =>
  tx
    .update(reviewReports)
    .set({ closedAt: sql`now()` })
    .where(and(eq(reviewReports.reviewId, reviewId), isNull(reviewReports.closedAt)))

const tellApproved = async (tx: Tx, { review, modTitle }: Found) => {
  if (review.userId === null) return
  await notify(tx, [review.userId], {
    kind: 'review',
    key: `review:${review.id}:${review.revision}:approved`,
    title: `Your review of ${modTitle} is published`,
    text: 'Thank you for telling others what you think.',
    link: `/mods/${review.modId}#reviews`,
  })
}

const tellRejected = async (tx: Tx, { review, modTitle }: Found, reason: ReviewReason, sender: Sender) => {
  if (review.userId === null) return
  await notify(tx, [review.userId], {
    kind: 'review',
    key: `review:${review.id}:${review.revision}:rejected:${reason}`,
    title: `Your review of ${modTitle} was not published`,
    text: `${REVIEW_REASON_WORDS[reason]} You can change it and send it again.`,
    link: `/mod-locker?review=${review.modId}`,
  })
  const letter = rejectedMail({ id: review.modId, title: modTitle }, reason, sender)
  await mailUser(tx, { userId: review.userId, letter, kind: 'reviews' })
}
