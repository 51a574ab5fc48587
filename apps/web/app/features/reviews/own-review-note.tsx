import { PenLine } from 'lucide-react'
import { REVIEW_REASON_WORDS } from '@slipstream/contract/review-terms'
import type { MyReviews } from '@slipstream/contract/reviews-own'
import { Button } from '#ui/button.tsx'

interface OwnReviewNoteProps {
  modId: number
  mine: MyReviews
}

/** Invites an owner to write, and shows an author what became of the review. */
export const OwnReviewNote = ({ modId, mine: { isOwner, review } }: OwnReviewNoteProps) => {
  if (!isOwner && !review) return null
  return (
    <div className="surface mt-5 flex flex-wrap items-center justify-between gap-4 rounded-2xl p-5">
      <p className="max-w-[60ch] text-ui text-muted">{wordsOf(review)}</p>
      <Button asChild variant="outline">
        {/* A full page load: only that page may upload pictures. */}
        <a href={`/mod-locker?review=${modId}`}>
          <PenLine aria-hidden="true" />
          {review ? 'Edit your review' : 'Write a review'}
        </a>
      </Button>
    </div>
  )
}

const wordsOf = (review: MyReviews['review']) => {
  if (!review) return 'You own this mod. What should others know before they buy it?'
  if (review.status === 'pending') return 'Your review is waiting for a moderator. It appears here once it is approved.'
  if (review.status === 'approved') return 'Thank you for your review.'
  return `Your review was not published. ${review.rejectReason ? REVIEW_REASON_WORDS[review.rejectReason] : ''}`
}
