import { RecentSubscriptions } from '#features/subscriptions/recent-subscriptions.tsx'
import { SubscriptionFigures } from '#features/subscriptions/subscription-figures.tsx'
import { guard } from '#lib/guard.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/recent-subscriptions.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Recent Subscriptions', isHidden: true })

const RecentSubscriptionsPage = () => (
  <PageFrame title="Recent Subscriptions" description="Payments, members and renewals of Premium.">
    <RecentSubscriptions guard={guard} />
    <SubscriptionFigures guard={guard} />
  </PageFrame>
)

export default RecentSubscriptionsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
