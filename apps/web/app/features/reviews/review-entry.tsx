import { BadgeCheck, CornerDownRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Review } from '@slipstream/contract/reviews'
import { CalendarDay } from '#ui/calendar-day.tsx'
import { Stars } from '#ui/stars.tsx'
import { ReviewPictures } from './review-pictures.tsx'

interface ReviewEntryProps {
  review: Review
  /** Below the text: votes and reports. */
  children?: ReactNode
}

export const ReviewEntry = ({ review, children }: ReviewEntryProps) => {
  const { id, rating, title, body, pictures, reply } = review
  return (
    <article tabIndex={-1} aria-labelledby={`review-${id}`} className="border-b py-6 outline-offset-4">
      <Stars rating={rating} label={`${rating} of 5 stars`} className="text-ui" />
      <h3 id={`review-${id}`} className="mt-2 text-base font-semibold wrap-anywhere">
        {title || `${rating} of 5 stars`}
      </h3>
      <ReviewFacts review={review} />
      {body && (
        <p className="mt-3 max-w-[68ch] text-body text-pretty wrap-anywhere whitespace-pre-line text-foreground/85">
          {body}
        </p>
      )}
      <ReviewPictures author={review.author} pictures={pictures} />
      {children}
      {reply && <Reply reply={reply} isOlder={review.isReplyOlder} />}
    </article>
  )
}

/** The author with the kind of copy, the date and the version. */
export const ReviewFacts = ({ review }: { review: Review }) => {
  const { author, isVerified, isGiven, isRefunded, createdAt, editedAt } = review
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-muted">
      <span className="font-medium text-foreground">{author}</span>
      {isVerified && (
        <span className="inline-flex items-center gap-1 text-success">
          <BadgeCheck className="size-3.5" aria-hidden="true" />
          Verified buyer
        </span>
      )}
      {isGiven && <span>Got it for free, not counted</span>}
      {isRefunded && <span>Refunded, not counted</span>}
      <CalendarDay at={createdAt} className="num" />
      {editedAt && (
        <span>
          Edited <CalendarDay at={editedAt} className="num" />
        </span>
      )}
      <WrittenFor review={review} />
    </p>
  )
}

const WrittenFor = ({ review: { version, gameVersion } }: { review: Review }) => {
  const parts = [version && `version ${version}`, gameVersion && `game ${gameVersion}`].filter(Boolean)
  return parts.length === 0 ? null : <span className="num">Written for {parts.join(', ')}</span>
}

const Reply = ({ reply, isOlder }: { reply: string; isOlder: boolean }) => (
  <div className="mt-4 ml-4 max-w-[64ch] border-l-2 pl-4 md:ml-6">
    <p className="flex flex-wrap items-center gap-1.5 text-small font-medium">
      <CornerDownRight className="size-3.5 text-muted" aria-hidden="true" />
      Creator’s reply
      {isOlder && <span className="font-normal text-muted">to an earlier version</span>}
    </p>
    <p className="mt-1 text-body text-pretty wrap-anywhere whitespace-pre-line text-muted">{reply}</p>
  </div>
)
