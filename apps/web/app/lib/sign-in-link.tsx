import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import { Link, type PageAddress, useNavigate } from './link.ts'

/** The sign-in page, which continues to `next`. */
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

/**
 * The header's link to the sign-in page, which returns to this page. The target is set on click, because the header is
 * the same for all visitors and for all URLs that share a page.
 */
export const LoginLink = ({ onClick, ...link }: Omit<ComponentProps<typeof Link>, 'to'>) => {
  const navigate = useNavigate()
  return (
    <Link
      {...link}
      to="/login"
      onClick={(event) => {
        onClick?.(event)
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        const { pathname, search } = location
        void navigate(signInAddress(/^\/(login|register|admin-login)$/.test(pathname) ? '/' : pathname + search))
      }}
    />
  )
}
