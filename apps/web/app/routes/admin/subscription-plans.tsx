import { NewPlan } from '#features/subscriptions/new-plan.tsx'
import { PlanList } from '#features/subscriptions/plan-list.tsx'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/subscription-plans.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Subscription Plans', isHidden: true })

const SubscriptionPlansPage = () => (
  <PageFrame
    title="Subscription Plans"
    description="Changes are saved when you leave a field. Members keep the price they signed up for."
  >
    <PlanList />
    <NewPlan />
  </PageFrame>
)

export default SubscriptionPlansPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
