import { MessageSquareText } from 'lucide-react'
import { REVIEW_SORTS, REVIEWS_PER_PAGE, type ReviewSort } from '@slipstream/contract/catalogue'
import type { ModDetails } from '@slipstream/contract/mods'
import { EmptyState } from '#ui/empty-state.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { ServedList } from '#ui/served-list.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useModReviews } from './mod-reviews.queries.ts'
import { ReviewEntry } from './review-entry.tsx'
import { ReviewSummary } from './review-summary.tsx'

const SORT_WORDS: Record<ReviewSort, string> = { helpful: 'Most helpful', newest: 'Newest', lowest: 'Lowest' }
const SORT_OPTIONS = REVIEW_SORTS.map((value) => ({ value, label: SORT_WORDS[value] }))

type ModReviewsProps = Pick<ModDetails, 'id' | 'rating' | 'ratingCount' | 'histogram'>

/** The reviews of a mod. */
export const ModReviews = ({ id, rating, ratingCount, histogram }: ModReviewsProps) =>
  rating === null ? (
    <div className="surface mt-5 rounded-2xl">
      <EmptyState
        icon={<MessageSquareText />}
        title="No reviews yet"
        description="Owners of this mod can be the first to say how it drives."
      />
    </div>
  ) : (
    <>
      <ReviewSummary rating={rating} histogram={histogram} />
      <ReviewList modId={id} total={ratingCount} />
    </>
  )

const ReviewList = ({ modId, total }: { modId: number; total: number }) => {
  const { sort, setSort, list } = useModReviews(modId)
  return (
    <>
      {total > 1 && <SortChoice sort={sort} onSort={setSort} />}
      <ServedList
        list={list}
        step={REVIEWS_PER_PAGE}
        total={total}
        failure="The reviews could not be loaded."
        skeleton={<ReviewsSkeleton />}
        focusOn="article"
        className="mt-2"
      >
        {(reviews) => reviews.map((review) => <ReviewEntry key={review.id} review={review} />)}
      </ServedList>
    </>
  )
}

const SortChoice = ({ sort, onSort }: { sort: ReviewSort; onSort: (sort: ReviewSort) => void }) => (
  <div className="mt-6 flex items-center justify-end gap-3">
    <span className="text-ui text-muted" id="review-sort">
      Sort by
    </span>
    <NativeSelect
      aria-labelledby="review-sort"
      size="sm"
      className="w-40"
      options={SORT_OPTIONS}
      value={sort}
      onValueChange={(value) => onSort(value as ReviewSort)}
    />
  </div>
)

const ReviewsSkeleton = () => (
  <div aria-label="Loading the reviews">
    {['a', 'b', 'c'].map((key) => (
      <div key={key} className="flex flex-col gap-3 border-b py-6">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="h-5 w-1/3" />
        <Skeleton className="h-16 w-full max-w-[68ch]" />
      </div>
    ))}
  </div>
)
