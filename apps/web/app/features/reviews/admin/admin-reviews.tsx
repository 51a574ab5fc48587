import { MessageSquareText } from 'lucide-react'
import { useRef } from 'react'
import { REVIEW_STATUSES, type ReviewStatus } from '@slipstream/contract/review-terms'
import type { AdminReview } from '@slipstream/contract/reviews-admin'
import { countText, plural } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useFilters } from '#ui/use-filters.ts'
import { useLetterKeys } from '#ui/use-letter-keys.ts'
import { STATUS_WORDS } from '../review-words.ts'
import { REVIEWS_AT_A_TIME, useAdminReviews } from './admin-reviews.queries.ts'
import { ModeratedReview } from './moderated-review.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { ReplyDialog } from './reply-dialog.tsx'
import { ReviewFigures } from './review-figures.tsx'
import { ReviewKeysBar, useReviewKeys } from './review-keys.tsx'
import { useModeration } from './use-moderation.ts'

const isStatus = (text: string): text is ReviewStatus => REVIEW_STATUSES.some((status) => status === text)

const STATUS_SELECT = {
  name: 'status' as const,
  label: 'Status',
  any: 'Any status',
  options: REVIEW_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value].word })),
}
const OTHER_SELECTS = [
  {
    name: 'rating' as const,
    label: 'Stars',
    any: 'Any stars',
    options: [5, 4, 3, 2, 1].map((stars) => ({
      value: String(stars),
      label: plural(stars, 'star'),
    })),
  },
  {
    name: 'reported' as const,
    label: 'Reports',
    any: 'With and without reports',
    options: [{ value: 'true', label: 'Reported' }],
  },
]

/** Reviews to moderate: all of them, or only those with one status. */
export const AdminReviews = ({ only }: { only?: ReviewStatus }) => {
  const filters = useFilters(['status', 'rating', 'reported'])
  const { status, rating, reported } = filters.values
  const wanted = only ?? (isStatus(status) ? status : undefined)
  const { list, reviews } = useAdminReviews({
    status: wanted,
    reported: reported === 'true' ? 'true' : undefined,
    rating: /^[1-5]$/.test(rating) ? Number(rating) : undefined,
  })
  return (
    <div className="flex flex-col gap-4">
      <ReviewFigures />
      <FilterBar
        filters={filters}
        selects={only ? OTHER_SELECTS : [STATUS_SELECT, ...OTHER_SELECTS]}
        isPending={list.isPlaceholderData}
      />
      {list.isPending ? (
        <Skeleton className="h-96 rounded-2xl" />
      ) : (
        <Reviews list={list} reviews={reviews} isQueueEmpty={only === 'pending' && reported === '' && rating === ''} />
      )}
    </div>
  )
}

interface ReviewsProps extends ReturnType<typeof useAdminReviews> {
  /** Whether an empty list means that no review waits, because no filter hides one. */
  isQueueEmpty: boolean
}

const Reviews = ({ list, reviews, isQueueEmpty }: ReviewsProps) => {
  if (list.error && reviews.length === 0) {
    return (
      <Card>
        <ErrorState
          title="The reviews could not be loaded."
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      </Card>
    )
  }
  if (reviews.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<MessageSquareText />}
          title={isQueueEmpty ? 'Nothing is waiting for you' : 'No reviews match'}
          description={isQueueEmpty ? 'New and edited reviews appear here.' : 'Customers review a mod on its page.'}
        />
      </Card>
    )
  }
  return <Queue list={list} reviews={reviews} />
}

const Queue = ({ list, reviews }: Pick<ReviewsProps, 'list' | 'reviews'>) => {
  const frame = useRef<HTMLUListElement>(null)
  const moderation = useModeration(reviews)
  const { current, meant, act, setRejecting, setReplyingTo, toggle } = moderation
  const step = (by: number) => {
    const place = current ? reviews.indexOf(current) + by : 0
    const next = reviews[Math.min(Math.max(place, 0), reviews.length - 1)]
    frame.current?.querySelector<HTMLElement>(`[data-review="${next?.id}"]`)?.focus()
  }
  const [hasLetters, setLetters] = useLetterKeys()
  useReviewKeys(
    {
      next: () => step(1),
      previous: () => step(-1),
      select: () => current && toggle(current.id),
      approve: () => act(meant(), 'approve'),
      reject: () => setRejecting(meant()),
      feature: () => act(meant(), current?.isFeatured ? 'unfeature' : 'feature'),
      reply: () => current && setReplyingTo(current),
    },
    hasLetters,
  )
  return (
    <>
      <ReviewKeysBar isOn={hasLetters} onSwitch={setLetters} />
      <ul ref={frame} aria-label="Reviews" className="flex flex-col gap-3">
        {reviews.map((review) => (
          <li key={review.id}>
            <ModeratedReview
              review={review}
              isSelected={moderation.selected.has(review.id)}
              onSelect={() => toggle(review.id)}
              onFocus={() => moderation.setCurrentId(review.id)}
              onAct={(what) => act([review], what)}
              onReject={() => setRejecting([review])}
              onReply={() => setReplyingTo(review)}
            />
          </li>
        ))}
      </ul>
      <LoadMore
        shown={reviews.length}
        step={REVIEWS_AT_A_TIME}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onLoadMore={() => void list.fetchNextPage()}
      />
      <BulkBar moderation={moderation} />
      <Dialogs moderation={moderation} />
    </>
  )
}

type Moderation = ReturnType<typeof useModeration>

const BulkBar = ({ moderation: { chosen, act, setRejecting, clear, isPending } }: { moderation: Moderation }) =>
  chosen.length === 0 ? null : (
    <div
      role="region"
      aria-label="Selected reviews"
      className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-xl border bg-popover px-4 py-2.5 shadow-float"
    >
      <p role="status" className="num mr-2 text-ui font-medium">
        {countText(chosen.length)} selected
      </p>
      <Button size="sm" variant="outline" isLoading={isPending} onClick={() => act(chosen, 'approve')}>
        Approve
      </Button>
      <Button size="sm" variant="outline" onClick={() => setRejecting(chosen)}>
        Reject
      </Button>
      <Button size="sm" variant="outline" onClick={() => act(chosen, 'feature')}>
        Feature
      </Button>
      <Button size="sm" variant="ghost" className="ml-auto" onClick={clear}>
        Clear
      </Button>
    </div>
  )

const Dialogs = ({ moderation }: { moderation: Moderation }) => {
  const { rejecting, replyingTo, act, setRejecting, setReplyingTo, isPending } = moderation
  return (
    <>
      {rejecting.length > 0 && (
        <RejectDialog
          count={rejecting.length}
          isPending={isPending}
          onReject={(reason) => act(rejecting, 'reject', reason)}
          onClose={() => setRejecting([] as AdminReview[])}
        />
      )}
      {replyingTo && <ReplyDialog key={replyingTo.id} review={replyingTo} onClose={() => setReplyingTo(null)} />}
    </>
  )
}
