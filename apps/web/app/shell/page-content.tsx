import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** The skip link: the first keyboard stop. */
export const SkipLink = () => (
  <a
    href="#main"
    className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-raised px-4 py-2 text-sm font-medium focus-visible:translate-y-0"
  >
    Skip to content
  </a>
)

/** The content of the current page. Navigation moves the focus here, for keyboard and screen reader users. */
export const PageContent = ({ className, children }: { className: string; children: ReactNode }) => {
  const { pathname } = useLocation()
  const content = useRef<HTMLDivElement>(null)
  const shownPath = useRef(pathname)

  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    content.current?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <div ref={content} id="main" tabIndex={-1} className={`outline-none ${className}`}>
      {children}
    </div>
  )
}
