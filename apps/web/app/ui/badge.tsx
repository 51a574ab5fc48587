import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'
import { type Tone, toneStyles } from '#ui/tone-style.ts'

interface BadgeProps {
  tone?: Tone
  /** `solid` is the discount; `overlay` is for pictures, which are dark in both themes. */
  look?: 'tint' | 'solid' | 'overlay'
  className?: string
  children: ReactNode
}

const looks = {
  tint: 'tinted font-medium',
  solid: 'bg-primary font-semibold text-primary-foreground',
  overlay: 'dark bg-background/80 font-medium backdrop-blur-sm [&_svg]:text-(--tone)',
}

export const Badge = ({ tone = 'neutral', look = 'tint', className, children }: BadgeProps) => (
  <span
    className={cx(
      'num inline-flex h-6 w-fit shrink-0 items-center gap-1 rounded-full px-2.5 text-caption whitespace-nowrap [&_svg]:size-3.5',
      toneStyles[tone],
      looks[look],
      className,
    )}
  >
    {children}
  </span>
)
