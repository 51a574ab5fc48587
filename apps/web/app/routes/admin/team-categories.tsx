import { NewTeamCategory, TeamCategoryList } from '#features/team/admin/team-category-list.tsx'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/team-categories.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Team categories', isHidden: true })

const TeamCategoriesPage = () => (
  <PageFrame
    title="Team categories"
    description="The about page shows the groups in this order. Drag the handle, or press space on it and then the arrow keys."
    actions={<NewTeamCategory />}
  >
    <TeamCategoryList />
  </PageFrame>
)

export default TeamCategoriesPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
