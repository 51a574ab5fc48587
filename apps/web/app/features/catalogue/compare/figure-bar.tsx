import { cx } from '#ui/cx.ts'

interface FigureBarProps {
  /** From 0 to 1. */
  share: number
  isMarked: boolean
  className?: string
}

/** Draws a value as a bar for quick comparison; the value itself is written beside it. */
export const FigureBar = ({ share, isMarked, className }: FigureBarProps) => (
  <span className={cx('block h-1.5 overflow-hidden rounded-full bg-foreground/10', className)} aria-hidden="true">
    <span
      className={cx(
        'block h-full rounded-full transition-[width] duration-200 ease-out-quint',
        isMarked ? 'bg-foreground' : 'bg-input',
      )}
      style={{ width: `${Math.max(share * 100, 2)}%` }}
    />
  </span>
)
