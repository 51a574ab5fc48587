import { StaffNotifications } from '#features/notifications/staff-notifications.tsx'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/notifications.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Notifications', isHidden: true })

const NotificationsPage = () => (
  <PageFrame title="Notifications" description="What the store tells its administrators.">
    <StaffNotifications />
  </PageFrame>
)

export default NotificationsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
