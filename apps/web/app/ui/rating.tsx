import { Star } from 'lucide-react'
import { countText } from '#lib/counts.ts'

const average = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

interface RatingProps {
  /** Null without ratings. */
  rating: number | null
  count: number
}

/** The average as a number: rows of similar stars are hard to tell apart. */
export const Rating = ({ rating, count }: RatingProps) =>
  rating === null ? (
    <span className="text-subtle">No ratings yet</span>
  ) : (
    <span className="num inline-flex items-center gap-1">
      <Star className="size-3.5 fill-current text-rating" aria-hidden="true" />
      <span className="sr-only">Rated</span>
      {average.format(rating)}
      <span className="sr-only">of 5 by</span>
      <span className="text-subtle">
        ({countText(count)}
        <span className="sr-only"> people</span>)
      </span>
    </span>
  )
