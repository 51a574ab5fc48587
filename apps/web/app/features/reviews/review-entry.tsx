import { BadgeCheck, CornerDownRight, ThumbsUp } from 'lucide-react'
import type { Review } from '@slipstream/contract/reviews'
import { calendarDay } from '#lib/calendar-day.ts'
import { Stars } from '#ui/stars.tsx'

export const ReviewEntry = ({ review }: { review: Review }) => {
  const { id, author, rating, title, body, createdAt, isVerified, helpfulCount, reply } = review
  return (
    <article tabIndex={-1} aria-labelledby={`review-${id}`} className="border-b py-6 outline-offset-4">
      <Stars rating={rating} label={`${rating} of 5 stars`} className="text-ui" />
      <h3 id={`review-${id}`} className="mt-2 text-base font-semibold">
        {title || `${rating} of 5 stars`}
      </h3>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-muted">
        <span className="font-medium text-foreground">{author}</span>
        {isVerified && (
          <span className="inline-flex items-center gap-1 text-success">
            <BadgeCheck className="size-3.5" aria-hidden="true" />
            Verified buyer
          </span>
        )}
        <time dateTime={createdAt} className="num">
          {calendarDay(createdAt)}
        </time>
      </p>
      {body && <p className="mt-3 max-w-[68ch] text-body text-pretty whitespace-pre-line text-foreground/85">{body}</p>}
      {helpfulCount > 0 && (
        <p className="num mt-3 flex items-center gap-1.5 text-small text-subtle">
          <ThumbsUp className="size-3.5" aria-hidden="true" />
          {helpfulCount === 1 ? '1 person' : `${helpfulCount} people`} found this helpful
        </p>
      )}
      {reply && (
        <div className="mt-4 ml-4 max-w-[64ch] border-l-2 pl-4 md:ml-6">
          <p className="flex items-center gap-1.5 text-small font-medium">
            <CornerDownRight className="size-3.5 text-muted" aria-hidden="true" />
            Creator’s reply
          </p>
          <p className="mt-1 text-body text-pretty whitespace-pre-line text-muted">{reply}</p>
        </div>
      )}
    </article>
  )
}
