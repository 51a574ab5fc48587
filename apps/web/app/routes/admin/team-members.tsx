import { NewTeamMember, TeamMemberList } from '#features/team/admin/team-member-list.tsx'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/team-members.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Team members', isHidden: true })

const TeamMembersPage = () => (
  <PageFrame
    title="Team members"
    description="The people on the about page. Everything you save here is public at once."
    actions={<NewTeamMember />}
  >
    <TeamMemberList />
  </PageFrame>
)

export default TeamMembersPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
