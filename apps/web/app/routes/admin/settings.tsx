import { useUser } from '#features/auth/auth.queries.ts'
import { MaintenanceState } from '#features/settings/maintenance-state.tsx'
import { Link } from '#lib/link.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/settings.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Settings', isHidden: true })

/** One page for all addresses of the settings; so far only Maintenance is built. */
const SettingsPage = () => {
  const { data: user } = useUser()
  return (
    <PageFrame title="Settings" description="Whether the store is open, and when it will close for maintenance.">
      <MaintenanceState
        developerLink={
          user?.isDeveloper && (
            <Link to="/admin/developer?tab=operations" className="text-foreground underline underline-offset-4">
              Open the developer dashboard
            </Link>
          )
        }
      />
    </PageFrame>
  )
}

export default SettingsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
