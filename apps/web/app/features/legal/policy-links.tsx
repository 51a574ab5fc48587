import type { ReactNode } from 'react'
import { Link, type PageAddress } from '#lib/link.ts'

const STYLE =
  'font-medium text-foreground underline decoration-input underline-offset-4 transition-colors hover:decoration-primary'

/** A link inside the text of a policy. */
export const TextLink = ({ to, children }: { to: PageAddress; children: ReactNode }) => (
  <Link to={to} className={STYLE}>
    {children}
  </Link>
)

export const OutsideLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} rel="noopener noreferrer" className={`${STYLE} [overflow-wrap:anywhere]`}>
    {children}
  </a>
)

export const MailLink = ({ to }: { to: string }) => <OutsideLink href={`mailto:${to}`}>{to}</OutsideLink>
