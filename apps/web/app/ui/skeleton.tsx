import { cx } from '#ui/cx.ts'

/** A block in the shape of what is coming; the list around it says aria-busy. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span className={cx('block animate-skeleton rounded-sm bg-foreground/8', className)} aria-hidden="true" />
)
