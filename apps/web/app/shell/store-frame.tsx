import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { Header } from './header.tsx'
import { LazyFooter } from './lazy-footer.tsx'
import { PageContent, SkipLink } from './page-content.tsx'

/** Pages that begin with a dark picture behind the header. */
const WITH_HERO = ['/', '/subscribe']

/** The layout of the store: a page between header and footer. */
export const StoreFrame = ({ children }: { children: ReactNode }) => {
  const { pathname } = useLocation()
  return (
    <>
      <SkipLink />
      <Header overHero={WITH_HERO.includes(pathname)} />
      <PageContent className="min-h-[70dvh]">{children}</PageContent>
      <Suspense>
        <LazyFooter />
      </Suspense>
    </>
  )
}
