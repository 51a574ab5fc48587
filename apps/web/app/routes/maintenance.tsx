import { Store } from 'lucide-react'
import { useUser } from '#features/auth/auth.queries.ts'
import { useSiteStatus } from '#features/settings/settings.queries.ts'
import { Link } from '#lib/link.ts'
import { pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { MaintenanceScreen } from '#shell/maintenance-screen.tsx'
import { Button } from '#ui/button.tsx'
import type { Route } from './+types/maintenance.ts'

export const headers = pageHeaders
export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Maintenance', isHidden: true })

const Maintenance = () => {
  const { data: user } = useUser()
  const { maintenanceMode } = useSiteStatus()
  return maintenanceMode ? <MaintenanceScreen isAdmin={user?.isAdmin === true} /> : <StoreIsOpen />
}

const StoreIsOpen = () => (
  <main className="mx-auto grid min-h-dvh max-w-xl place-content-center justify-items-center px-5 py-16 text-center">
    <Store className="size-8 text-primary" aria-hidden="true" />
    <h1 className="display mt-6 text-[34px] md:text-[40px]">The store is open</h1>
    <p className="mt-5 text-muted">There is no maintenance at the moment.</p>
    <Button asChild variant="primary" size="lg" className="mt-8">
      <Link to="/">Go Home</Link>
    </Button>
  </main>
)

export default Maintenance
