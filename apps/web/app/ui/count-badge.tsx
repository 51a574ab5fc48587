import { cx } from '#ui/cx.ts'

const MOST_SHOWN = 99

/** A number at a thing. What it counts is said beside it, to those who do not see it. */
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
