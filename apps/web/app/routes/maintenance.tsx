import { useUser } from '#features/auth/auth.queries.ts'
import { pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { MaintenanceScreen } from '#shell/maintenance-screen.tsx'
import type { Route } from './+types/maintenance.ts'

export const headers = pageHeaders
export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Maintenance', isHidden: true })

const Maintenance = () => {
  const { data: user } = useUser()
  return <MaintenanceScreen isAdmin={user?.isAdmin === true} />
}

export default Maintenance
