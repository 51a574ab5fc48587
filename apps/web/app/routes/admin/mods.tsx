import { useLocation, useSearchParams } from 'react-router'
import { CategoryList, NewCategory } from '#features/categories/category-list.tsx'
import { CompatibilityBoard } from '#features/compatibility/board.tsx'
import { FeaturedMods } from '#features/mods/featured-mods.tsx'
import { ModCounts } from '#features/mods/mod-counts.tsx'
import { ModFinder } from '#features/mods/mod-finder.tsx'
import { LatestOperation } from '#features/operations/latest-operation.tsx'
import { AdminReviews } from '#features/reviews/admin/admin-reviews.tsx'
import { type FindMod, TraceLeak } from '#features/traces/trace-leak.tsx'
import { CHANGED_BY_TRACE } from '#features/traces/traces.queries.ts'
import { guard } from '#lib/guard.ts'
import { useNavigate } from '#lib/link.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/mods.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Mods', isHidden: true })

const TABS = [
  { label: 'Compatibility', to: '/admin/mods' },
  { label: 'Featured', to: '/admin/mods/featured' },
  { label: 'Categories', to: '/admin/mods/categories' },
  { label: 'Reviews', to: '/admin/mods/reviews' },
  { label: 'Trace a leak', to: '/admin/mods?tab=trace' },
] as const

/** One page with four addresses, each of which selects a tab; the query selects a fifth. */
const ModsPage = () => {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const isTrace = pathname === '/admin/mods' && params.get('tab') === 'trace'
  const isCategories = pathname === '/admin/mods/categories'
  return (
    <PageFrame
      title="Mods"
      description="Compatibility with the game, featured mods, categories, reviews and leaked copies."
      tabs={TABS}
      actions={isCategories && <NewCategory />}
    >
      {pathname === '/admin/mods/featured' && <FeaturedMods />}
      {isCategories && <CategoryList />}
      {pathname === '/admin/mods/reviews' && <AdminReviews />}
      {isTrace && <Trace traceId={Number(params.get('trace')) || null} />}
      {pathname === '/admin/mods' && !isTrace && (
        <>
          <ModCounts />
          <CompatibilityBoard />
        </>
      )}
    </PageFrame>
  )
}

const findMod: FindMod = (onFound) => <ModFinder without={[]} onFound={onFound} />

const Trace = ({ traceId }: { traceId: number | null }) => {
  const navigate = useNavigate()
  return (
    <TraceLeak
      guard={guard}
      findMod={findMod}
      traceId={traceId}
      progress={<LatestOperation kind="trace" refresh={CHANGED_BY_TRACE} />}
      onStarted={(id) => void navigate(`/admin/mods?tab=trace&trace=${id}`)}
    />
  )
}

export default ModsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
