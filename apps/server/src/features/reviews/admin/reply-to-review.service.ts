import { eq, sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { reviews } from '@slipstream/db/tables/reviews'
import { recordChange } from '#features/audit/audit.service.ts'
import { notify } from '#features/notifications/notify.service.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { DomainError } from '#lib/domain-error.ts'

/** The creator's one public answer below a review. An empty text removes it; an edit of the review does not. */
export const replyToReview = async (tx: Tx, reviewId: number, by: number, body: string) => {
  const [found] = await tx
    .select({ review: reviews, modTitle: mods.title })
    .from(reviews)
    .innerJoin(mods, eq(mods.id, reviews.modId))
    .where(eq(reviews.id, reviewId))
    .for('update', { of: reviews })
  if (!found) throw new DomainError('review.not_found')
  const { review, modTitle } = found
  const reply = body === '' ? null : body
  if (reply === review.reply) return
  await tx
    .update(reviews)
    .set({ reply, repliedAt: reply === null ? null : sql`now()` })
    .where(eq(reviews.id, reviewId))
  await recordChange(tx, {
    actorId: by,
    action: reply === null ? 'remove reply' : 'reply',
    subject: 'review',
    subjectId: reviewId,
    subjectName: `${modTitle}, review ${reviewId}`,
    before: review.reply === null ? null : { reply: review.reply },
    after: reply === null ? null : { reply },
  })
  await announceChange(tx, 'mods', review.modId)
  if (reply === null || review.userId === null) return
  await notify(tx, [review.userId], {
    kind: 'review',
    key: `review:${reviewId}:${review.revision}:reply`,
    title: `The creator replied to your review of ${modTitle}`,
    text: 'The reply is below your review.',
    link: `/mods/${review.modId}#reviews`,
  })
}
