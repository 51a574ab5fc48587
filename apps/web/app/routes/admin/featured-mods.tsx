import { FeaturedMods } from '#features/mods/featured-mods.tsx'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/featured-mods.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Featured mods', isHidden: true })

const FeaturedModsPage = () => (
  <PageFrame title="Featured mods" description="The mods the store promotes. Every change is saved immediately.">
    <FeaturedMods />
  </PageFrame>
)

export default FeaturedModsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
