import { Tracking } from '#features/users/tracking.tsx'
import { USERS_TABS } from '#features/users/users-tabs.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/user-tracking.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'User tracking', isHidden: true })

const UserTrackingPage = () => (
  <PageFrame
    title="User tracking"
    description="Sign-ins, devices and downloads, as far as the store keeps them to protect accounts and prove deliveries."
    tabs={USERS_TABS}
  >
    <Tracking />
  </PageFrame>
)

export default UserTrackingPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
