import { Flag, ThumbsUp } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Review } from '@slipstream/contract/reviews'
import type { MyReviews } from '@slipstream/contract/reviews-own'
import { plural } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import { LazyReportDialog } from './lazy-report-dialog.tsx'
import { useVote } from './own-review.queries.ts'

interface ReviewMarksProps {
  modId: number
  review: Review
  /** Only for a signed-in reader. */
  mine: MyReviews | undefined
}

/** How many people found the review helpful. Signed-in readers can vote and report. */
export const ReviewMarks = ({ modId, review, mine }: ReviewMarksProps) => {
  const isOwn = mine?.review?.id === review.id
  if (!mine || isOwn) return <HelpfulCount count={review.helpfulCount} />
  return <Marks modId={modId} review={review} mine={mine} />
}

const HelpfulCount = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <p className="num mt-3 flex items-center gap-1.5 text-small text-subtle">
      <ThumbsUp className="size-3.5" aria-hidden="true" />
      {helpfulWords(count)}
    </p>
  )

const helpfulWords = (count: number) => `${plural(count, 'person', 'people')} found this helpful`

const Marks = ({ modId, review: { id, title, helpfulCount }, mine }: ReviewMarksProps & { mine: MyReviews }) => {
  const vote = useVote(modId, id)
  const [isReporting, setReporting] = useState(false)
  const hasVoted = mine.votedIds.includes(id)
  // The count comes from a cache, so a vote cast here is added on top.
  const [didVote] = useState(hasVoted)
  const count = helpfulCount + Number(hasVoted) - Number(didVote)
  const isReported = mine.reportedIds.includes(id)
  const name = title || 'this review'
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2 text-small text-subtle">
      <Button
        variant={hasVoted ? 'secondary' : 'outline'}
        size="sm"
        aria-pressed={hasVoted}
        aria-label={`Helpful: ${name}`}
        onClick={() => vote.mutate(!hasVoted, { onError: toastFailure('Your vote was not counted') })}
      >
        <ThumbsUp aria-hidden="true" />
        Helpful
      </Button>
      {count > 0 && (
        <span className="num" role="status">
          {helpfulWords(count)}
        </span>
      )}
      {isReported ? (
        <span className="ml-auto">You reported this review</span>
      ) : (
        <Button
          variant="ghost"
          size="sm"
          className="ml-auto"
          aria-label={`Report: ${name}`}
          onClick={() => setReporting(true)}
        >
          <Flag aria-hidden="true" />
          Report
        </Button>
      )}
      {isReporting && (
        <Suspense>
          <LazyReportDialog reviewId={id} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </div>
  )
}
