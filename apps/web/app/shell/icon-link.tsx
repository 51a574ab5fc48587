import type { LinkProps } from 'react-router'
import { Link, type PageAddress } from '#lib/link.ts'
import { LazyTooltip } from '#ui/lazy-tooltip.tsx'

interface IconLinkProps extends Omit<LinkProps, 'to'> {
  to: PageAddress
  label: string
}

/** An icon of the header. */
export const IconLink = ({ label, ...rest }: IconLinkProps) => (
  <LazyTooltip label={label}>
    <Link
      aria-label={label}
      className="relative grid size-10 max-md:size-11 place-items-center rounded-full text-muted hover:bg-raised/60 hover:text-foreground"
      {...rest}
    />
  </LazyTooltip>
)
