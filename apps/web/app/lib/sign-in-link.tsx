import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import { Link, type PageAddress } from './link.ts'

/** The sign-in page, which leads on to `next`. */
export const signInAddress = (next: string): PageAddress =>
  next === '/' ? '/login' : `/login?${new URLSearchParams({ next }).toString()}`

interface SignInLinkProps extends Omit<ComponentProps<typeof Link>, 'to'> {
  /** Where to go afterwards; without it, back to this page. */
  next?: string
}

export const SignInLink = ({ next, ...link }: SignInLinkProps) => {
  const { pathname, search } = useLocation()
  return <Link {...link} to={signInAddress(next ?? pathname + search)} />
}
