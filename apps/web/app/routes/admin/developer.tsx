import { Alerts } from '#features/alerts/alerts.tsx'
import { useUser } from '#features/auth/auth.queries.ts'
import { DeveloperDashboard } from '#features/developer/developer-dashboard.tsx'
import { pageMeta } from '#lib/page-meta.ts'
import type { Route } from './+types/developer.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Developer dashboard', isHidden: true })

const DeveloperPage = () => <DeveloperDashboard username={useUser().data?.username ?? ''} alerts={<Alerts />} />

export default DeveloperPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
