import { MessageSquareText } from 'lucide-react'
import { REVIEW_SORTS, REVIEWS_PER_PAGE, type ReviewSort } from '@slipstream/contract/catalogue'
import type { ModDetails } from '@slipstream/contract/mods'
import { REVIEW_FILTERS, type ReviewFilter } from '@slipstream/contract/review-terms'
import { EmptyState } from '#ui/empty-state.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { ServedList } from '#ui/served-list.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { HowReviewsWork } from './how-reviews-work.tsx'
import { useModReviews } from './mod-reviews.queries.ts'
import { OwnReviewNote } from './own-review-note.tsx'
import { useMyReviews } from './own-review.queries.ts'
import { ReviewEntry } from './review-entry.tsx'
import { ReviewMarks } from './review-marks.tsx'
import { ReviewSummary } from './review-summary.tsx'

const SORT_WORDS: Record<ReviewSort, string> = { helpful: 'Most helpful', newest: 'Newest', lowest: 'Lowest' }
const SORT_OPTIONS = REVIEW_SORTS.map((value) => ({ value, label: SORT_WORDS[value] }))
const FILTER_WORDS: Record<ReviewFilter, string> = {
  '5': '5 stars',
  '4': '4 stars',
  '3': '3 stars',
  '2': '2 stars',
  '1': '1 star',
  pictures: 'With pictures',
}
const FILTER_OPTIONS = [
  { value: '', label: 'All reviews' },
  ...REVIEW_FILTERS.map((value) => ({ value, label: FILTER_WORDS[value] })),
]

type ModReviewsProps = Pick<ModDetails, 'id' | 'rating' | 'ratingCount' | 'histogram'> & { isSignedIn: boolean }

export const ModReviews = ({ id, rating, ratingCount, histogram, isSignedIn }: ModReviewsProps) => {
  const { data: mine } = useMyReviews(id, isSignedIn)
  const { choice, choose, list } = useModReviews(id)
  const isEmpty = list.first.data?.items.length === 0
  const isFiltered = choice.show !== undefined
  return (
    <>
      {rating !== null && <ReviewSummary rating={rating} histogram={histogram} />}
      {isSignedIn && mine && <OwnReviewNote modId={id} mine={mine} />}
      {(ratingCount > 1 || isFiltered) && (
        <div className="mt-6 flex flex-wrap items-center justify-end gap-3">
          <Choice
            label="Show"
            options={FILTER_OPTIONS}
            value={choice.show ?? ''}
            onChoose={(show) => choose({ show: show === '' ? undefined : (show as ReviewFilter) })}
          />
          <Choice
            label="Sort by"
            options={SORT_OPTIONS}
            value={choice.sort}
            onChoose={(sort) => choose({ sort: sort as ReviewSort })}
          />
        </div>
      )}
      <ServedList
        list={list}
        step={REVIEWS_PER_PAGE}
        {...(!isFiltered && { total: ratingCount })}
        failure="The reviews could not be loaded."
        skeleton={<ReviewsSkeleton />}
        empty={isEmpty && <NoReviews isFiltered={isFiltered} />}
        focusOn="article"
        className="mt-2"
      >
        {(reviews) =>
          reviews.map((review) => (
            <ReviewEntry key={review.id} review={review}>
              <ReviewMarks modId={id} review={review} mine={isSignedIn ? mine : undefined} />
            </ReviewEntry>
          ))
        }
      </ServedList>
      <HowReviewsWork />
    </>
  )
}

const NoReviews = ({ isFiltered }: { isFiltered: boolean }) => (
  <div className="surface mt-5 rounded-2xl">
    {isFiltered ? (
      <EmptyState icon={<MessageSquareText />} title="No reviews match this choice" />
    ) : (
      <EmptyState
        icon={<MessageSquareText />}
        title="No reviews yet"
        description="Owners of this mod can be the first to say how it drives."
      />
    )}
  </div>
)

interface ChoiceProps {
  label: string
  options: readonly { value: string; label: string }[]
  value: string
  onChoose: (value: string) => void
}

const Choice = ({ label, options, value, onChoose }: ChoiceProps) => {
  const id = `review-${label.toLowerCase().replace(' ', '-')}`
  return (
    <span className="flex items-center gap-3">
      <span className="text-ui text-muted" id={id}>
        {label}
      </span>
      <NativeSelect
        aria-labelledby={id}
        size="sm"
        className="w-40"
        options={options}
        value={value}
        onValueChange={onChoose}
      />
    </span>
  )
}

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
