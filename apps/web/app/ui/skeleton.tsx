import { cx } from '#ui/cx.ts'

/** A placeholder block; the surrounding list sets aria-busy. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span className={cx('block animate-skeleton rounded-sm bg-foreground/8', className)} aria-hidden="true" />
)
