import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Footer } from '#shell/footer.tsx'
import { Header } from '#shell/header.tsx'

const StoreLayout = () => {
  const { pathname } = useLocation()
  const content = useRef<HTMLDivElement>(null)
  const shownPath = useRef(pathname)

  // A new page begins at its content, also for who hears it or walks it with the keyboard.
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    content.current?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-raised px-4 py-2 text-sm font-medium focus-visible:translate-y-0"
      >
        Skip to content
      </a>
      <Header overHero={pathname === '/'} />
      <div ref={content} id="main" tabIndex={-1} className="min-h-[70dvh] outline-none">
        <Outlet />
      </div>
      <Footer />
    </>
  )
}

export default StoreLayout
