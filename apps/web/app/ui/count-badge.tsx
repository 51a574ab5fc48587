import { cx } from '#ui/cx.ts'

const MOST_SHOWN = 99

/** A number badge. A hidden text beside it tells screen readers what it counts. */
export const CountBadge = ({ count, className }: { count: number; className?: string }) => (
  <span
    aria-hidden="true"
    className={cx(
      'num grid h-[18px] min-w-[18px] place-items-center rounded-full bg-primary px-1 text-[11px] leading-none font-semibold text-primary-foreground',
      className,
    )}
  >
    {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
  </span>
)
