import type { CSSProperties } from 'react'
import { cx } from '#ui/cx.ts'

const MOST = 5

/** Five stars filled to the nearest half. Decorative: the number is beside it or in `label`. */
export const Stars = ({ rating, label, className }: { rating: number; label?: string; className?: string }) => (
  <span className={cx('inline-flex w-fit', className ?? 'text-base')}>
    {label && <span className="sr-only">{label}</span>}
    <span className="stars" style={{ '--filled': `${(Math.round(rating * 2) / 2 / MOST) * 100}%` } as CSSProperties} />
  </span>
)
