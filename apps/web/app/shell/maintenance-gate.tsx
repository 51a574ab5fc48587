import { Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useUser } from '#features/auth/auth.queries.ts'
import { useAdminSettings, useSiteStatus } from '#features/settings/settings.queries.ts'
import { MaintenanceScreen } from './maintenance-screen.tsx'

/** The developer must be able to sign in to turn maintenance off. */
const ALWAYS_OPEN = new Set(['/login', '/admin-login'])

export const MaintenanceGate = ({ children }: { children: ReactNode }) => {
  const { data: user } = useUser()
  const { maintenanceMode } = useSiteStatus()
  const { pathname } = useLocation()
  if (user?.isAdmin) {
    return (
      <>
        {children}
        <MaintenanceReminder />
      </>
    )
  }
  const isOpen = !maintenanceMode || ALWAYS_OPEN.has(pathname.replace(/\/+$/, ''))
  return isOpen ? children : <MaintenanceScreen isAdmin={false} />
}

/** Admins see the store as usual and could forget that maintenance is on. */
const MaintenanceReminder = () => {
  const { data: settings } = useAdminSettings()
  if (!settings?.maintenanceMode) return null
  return (
    <p
      role="status"
      className="fixed bottom-4 left-1/2 z-40 flex w-max max-w-[calc(100%-2rem)] -translate-x-1/2 items-center gap-2 rounded-full border border-warning bg-popover px-4 py-2 text-small shadow-float"
    >
      <Wrench className="size-4 shrink-0 text-warning" aria-hidden="true" />
      Maintenance is on: only admins see the store.
    </p>
  )
}
