import { FeaturedMods } from '#features/mods/featured-mods.tsx'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/featured-mods.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Featured mods', isHidden: true })

const FeaturedModsPage = () => (
  <PageFrame title="Featured mods" description="What the store puts forward. Every change is saved at once.">
    <FeaturedMods />
  </PageFrame>
)

export default FeaturedModsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
