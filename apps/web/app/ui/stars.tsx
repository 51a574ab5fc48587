import { Star } from 'lucide-react'
import { cx } from '#ui/cx.ts'

const PLACES = [0, 1, 2, 3, 4]

/** Five stars filled as far as the rating goes, to the half. A picture only: the figure stands beside it or in `label`. */
export const Stars = ({ rating, label, className }: { rating: number; label?: string; className?: string }) => (
  <span className={cx('relative inline-flex w-fit', className ?? 'text-base')}>
    {label && <span className="sr-only">{label}</span>}
    <StarRow className="text-foreground/20" />
    <span
      className="absolute inset-y-0 left-0 overflow-hidden text-rating"
      style={{ width: `${(Math.round(rating * 2) / 2 / PLACES.length) * 100}%` }}
    >
      <StarRow />
    </span>
  </span>
)

const StarRow = ({ className }: { className?: string }) => (
  <span className={cx('flex w-max', className)} aria-hidden="true">
    {PLACES.map((place) => (
      <Star key={place} className="mr-0.5 size-[1em] fill-current" />
    ))}
  </span>
)
