import { cx } from '#ui/cx.ts'

const MOST_SHOWN = 99

interface CountBadgeProps {
  count: number
  /** For news, so that the badge of the cart beside it stays the only filled one. */
  isOutlined?: boolean
  className?: string
}

/** A number badge. A hidden text beside it tells screen readers what it counts. */
export const CountBadge = ({ count, isOutlined = false, className }: CountBadgeProps) => (
  <span
    aria-hidden="true"
    className={cx(
      'num grid h-[18px] min-w-[18px] place-items-center rounded-full px-1 text-[11px] leading-none font-semibold',
      isOutlined ? 'border border-primary bg-background text-primary' : 'bg-primary text-primary-foreground',
      className,
    )}
  >
    {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
  </span>
)
