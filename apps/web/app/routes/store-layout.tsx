import { Outlet, useLocation } from 'react-router'
import { Footer } from '#shell/footer.tsx'
import { Header } from '#shell/header.tsx'
import { PageContent, SkipLink } from '#shell/page-content.tsx'

/** Pages that begin with a dark picture behind the header. */
const WITH_HERO = ['/', '/subscribe']

const StoreLayout = () => {
  const { pathname } = useLocation()
  return (
    <>
      <SkipLink />
      <Header overHero={WITH_HERO.includes(pathname)} />
      <PageContent className="min-h-[70dvh]">
        <Outlet />
      </PageContent>
      <Footer />
    </>
  )
}

export default StoreLayout
