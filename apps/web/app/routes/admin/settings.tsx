import { useLocation } from 'react-router'
import { useUser } from '#features/auth/auth.queries.ts'
import { SecuritySettings } from '#features/security/security-settings.tsx'
import { AppearanceSettings } from '#features/settings/admin/appearance-settings.tsx'
import { GeneralSettings } from '#features/settings/admin/general-settings.tsx'
import { SeoSettings } from '#features/settings/admin/seo-settings.tsx'
import { MaintenanceState } from '#features/settings/maintenance-state.tsx'
import { guard } from '#lib/guard.ts'
import { Link } from '#lib/link.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/settings.ts'

const TABS = [
  { label: 'General', to: '/admin/settings' },
  { label: 'Appearance', to: '/admin/settings/appearance' },
  { label: 'SEO', to: '/admin/settings/seo' },
  { label: 'Security', to: '/admin/settings/security' },
  { label: 'Maintenance', to: '/admin/settings/maintenance' },
] as const

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Settings', isHidden: true })

/** One page for all addresses of the settings; the address selects the tab. Unknown ones never get here. */
const SettingsPage = () => {
  const { pathname } = useLocation()
  return (
    <PageFrame title="Settings" description="Name, look and rules of the store." tabs={TABS}>
      {pathname === '/admin/settings' && <GeneralSettings />}
      {pathname === '/admin/settings/appearance' && <AppearanceSettings />}
      {pathname === '/admin/settings/seo' && <SeoSettings />}
      {pathname === '/admin/settings/security' && <SecuritySettings guard={guard} />}
      {pathname === '/admin/settings/maintenance' && <Maintenance />}
    </PageFrame>
  )
}

const Maintenance = () => {
  const { data: user } = useUser()
  return (
    <MaintenanceState
      developerLink={
        user?.isDeveloper && (
          <Link to="/admin/developer?tab=operations" className="text-foreground underline underline-offset-4">
            Open the developer dashboard
          </Link>
        )
      }
    />
  )
}

export default SettingsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
