import { Tracking } from '#features/users/tracking.tsx'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/user-tracking.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'User tracking', isHidden: true })

const TABS = [
  { label: 'All users', to: '/admin/users' },
  { label: 'Banned', to: '/admin/users/banned' },
  { label: 'Tracking', to: '/admin/users/tracking' },
] as const

const UserTrackingPage = () => (
  <PageFrame
    title="User tracking"
    description="Sign-ins, devices and downloads, as far as the store keeps them to protect accounts and prove deliveries."
    tabs={TABS}
  >
    <Tracking />
  </PageFrame>
)

export default UserTrackingPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
