import { ANALYTICS_TABS } from '#features/analytics/analytics-tabs.ts'
import { PerformanceReport } from '#features/analytics/performance-report.tsx'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/performance.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Performance', isHidden: true })

const PerformancePage = () => (
  <PageFrame
    title="Performance"
    description="How fast the store was for real visitors, and which parts of it are slow."
    tabs={ANALYTICS_TABS}
  >
    <PerformanceReport />
  </PageFrame>
)

export default PerformancePage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
