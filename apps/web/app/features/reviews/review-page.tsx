import { PackageOpen, Trash2 } from 'lucide-react'
import { REVIEW_REASON_WORDS } from '@slipstream/contract/review-terms'
import type { MyReviews, OwnReview } from '@slipstream/contract/reviews-own'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { HowReviewsWork } from './how-reviews-work.tsx'
import { useMyReviews, useRemoveReview } from './own-review.queries.ts'
import { ReviewForm } from './review-form.tsx'

/** Where an owner writes, changes or deletes the review of a mod. */
const ReviewPage = ({ modId }: { modId: number }) => {
  const { data: mine, error, refetch, isFetching } = useMyReviews(modId)
  if (mine) return <Contents modId={modId} mine={mine} />
  if (!error) return <Skeleton className="h-96 rounded-2xl" />
  return (
    <ErrorState
      title="Your review could not be loaded."
      error={error}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  )
}

const Contents = ({ modId, mine }: { modId: number; mine: MyReviews }) => {
  const { modTitle, isOwner, review } = mine
  return (
    <div className="max-w-3xl">
      <h1 className="display text-display-l">Your review</h1>
      <p className="mt-3 text-muted">
        <Link to={`/mods/${modId}#reviews`} className="underline underline-offset-4 hover:text-foreground">
          {modTitle}
        </Link>
      </p>
      {review && <Fate review={review} />}
      {isOwner ? (
        <ReviewForm key={review?.editedAt ?? review?.createdAt ?? 'new'} modId={modId} review={review} />
      ) : (
        <NotOwner modId={modId} hasReview={review !== null} />
      )}
      {review && <Removal modId={modId} modTitle={modTitle} />}
      <HowReviewsWork />
    </div>
  )
}

const FATES: Record<OwnReview['status'], { tone: 'info' | 'success' | 'warning'; title: string }> = {
  pending: { tone: 'info', title: 'Waiting for a moderator' },
  approved: { tone: 'success', title: 'Your review is published' },
  rejected: { tone: 'warning', title: 'Your review was not published' },
}

const Fate = ({ review: { status, rejectReason } }: { review: OwnReview }) => (
  <Notice {...FATES[status]} className="mt-6">
    {status === 'pending' && 'A person reads every review, usually within a day. We’ll let you know the result.'}
    {status === 'approved' && 'If you change it, we read it again before the new version appears.'}
    {rejectReason && `${REVIEW_REASON_WORDS[rejectReason]} Change it and send it again, and we will read it again.`}
  </Notice>
)

const NotOwner = ({ modId, hasReview }: { modId: number; hasReview: boolean }) => (
  <div className="surface mt-6 rounded-2xl">
    <EmptyState
      icon={<PackageOpen />}
      title="Only owners can write a review"
      description={
        hasReview
          ? 'You no longer have this mod, so your review cannot be changed. You can delete it below.'
          : 'Buy the mod and drive it first. Access through Premium alone is not enough.'
      }
      action={
        <Button asChild variant="outline">
          <Link to={`/mods/${modId}`}>View the mod</Link>
        </Button>
      }
    />
  </div>
)

const Removal = ({ modId, modTitle }: { modId: number; modTitle: string }) => {
  const remove = useRemoveReview(modId)
  return (
    <div className="mt-8 border-t pt-6">
      <ConfirmDialog
        title={`Delete your review of ${modTitle}?`}
        description="Its pictures, votes and the creator’s reply are deleted with it. This cannot be undone."
        confirmLabel="Delete review"
        onConfirm={async () => {
          await remove.mutateAsync()
          toast({ title: 'Your review was deleted', tone: 'success' })
        }}
        trigger={
          <Button variant="outline">
            <Trash2 aria-hidden="true" />
            Delete your review
          </Button>
        }
      />
    </div>
  )
}

export default ReviewPage
