import type { ModDetails } from '@slipstream/contract/mods'
import { countText, plural } from '#lib/counts.ts'
import { Stars } from '#ui/stars.tsx'

const average = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

interface ReviewSummaryProps {
  rating: number
  /** The number of reviews per star rating, from one to five. */
  histogram: ModDetails['histogram']
}

/** The average rating and its distribution. */
export const ReviewSummary = ({ rating, histogram }: ReviewSummaryProps) => {
  const total = histogram.reduce((sum, count) => sum + count, 0)
  const rows = histogram.map((count, place) => ({ stars: place + 1, count })).toReversed()
  return (
    <div className="surface mt-5 grid gap-6 rounded-2xl p-5 md:grid-cols-[180px_1fr] md:p-6">
      <div>
        <p className="display num text-[48px]">
          {average.format(rating)}
          <span className="sr-only"> of 5 stars</span>
        </p>
        <Stars rating={rating} className="mt-2 text-base" />
        <p className="num mt-1.5 text-small text-muted">{plural(total, 'review')}</p>
      </div>
      <ul className="space-y-2 text-small text-muted">
        {rows.map(({ stars, count }) => (
          <li key={stars} className="num flex items-center gap-3">
            <span className="w-3">
              {stars}
              <span className="sr-only"> {stars === 1 ? 'star' : 'stars'}:</span>
            </span>
            <span className="h-2 flex-1 overflow-hidden rounded-full bg-foreground/10" aria-hidden="true">
              {count > 0 && (
                <span
                  className="block h-full min-w-1 rounded-full bg-rating"
                  style={{ width: `${(count / total) * 100}%` }}
                />
              )}
            </span>
            <span className="w-9 text-right">{percentText(count, total)}</span>
            <span className="w-10 text-right text-subtle">
              {countText(count)}
              <span className="sr-only"> {count === 1 ? 'review' : 'reviews'}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Rounded so that a few reviews never show as 0 % and fewer than all never show as 100 %. */
const percentText = (count: number, total: number) => {
  const percent = Math.round((count / total) * 100)
  if (count > 0 && percent === 0) return '<1%'
  return count < total && percent === 100 ? '>99%' : `${percent}%`
}
