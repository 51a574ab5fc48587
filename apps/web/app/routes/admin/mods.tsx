import { useLocation } from 'react-router'
import { CategoryList, NewCategory } from '#features/categories/category-list.tsx'
import { CompatibilityBoard } from '#features/compatibility/board.tsx'
import { FeaturedMods } from '#features/mods/featured-mods.tsx'
import { ModCounts } from '#features/mods/mod-counts.tsx'
import { AdminReviews } from '#features/reviews/admin/admin-reviews.tsx'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/mods.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Mods', isHidden: true })

const TABS = [
  { label: 'Compatibility', to: '/admin/mods' },
  { label: 'Featured', to: '/admin/mods/featured' },
  { label: 'Categories', to: '/admin/mods/categories' },
  { label: 'Reviews', to: '/admin/mods/reviews' },
] as const

/** One page with four addresses, each of which selects a tab. */
const ModsPage = () => {
  const { pathname } = useLocation()
  const isCategories = pathname === '/admin/mods/categories'
  return (
    <PageFrame
      title="Mods"
      description="Compatibility with the game, featured mods, categories and reviews."
      tabs={TABS}
      actions={isCategories && <NewCategory />}
    >
      {pathname === '/admin/mods/featured' && <FeaturedMods />}
      {isCategories && <CategoryList />}
      {pathname === '/admin/mods/reviews' && <AdminReviews />}
      {pathname === '/admin/mods' && (
        <>
          <ModCounts />
          <CompatibilityBoard />
        </>
      )}
    </PageFrame>
  )
}

export default ModsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
