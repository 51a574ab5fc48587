import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useSiteStatus } from '#features/settings/settings.queries.ts'
import { MaintenanceScreen } from './maintenance-screen.tsx'

/** Whoever is to switch maintenance off must still be able to sign in. */
const ALWAYS_OPEN = new Set(['/login', '/admin-login'])

export const MaintenanceGate = ({ children }: { children: ReactNode }) => {
  const { maintenanceMode } = useSiteStatus()
  const { pathname } = useLocation()
  return maintenanceMode && !ALWAYS_OPEN.has(pathname) ? <MaintenanceScreen isAdmin={false} /> : children
}
