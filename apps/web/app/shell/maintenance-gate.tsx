import { Wrench } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useUser } from '#features/auth/auth.queries.ts'
import { LazyPlannedMaintenance } from '#features/settings/lazy-planned-maintenance.tsx'
import { useAdminSettings, useSiteStatus } from '#features/settings/settings.queries.ts'
import { LazyClosedStore } from './lazy-closed-store.tsx'

/** The developer must be able to sign in to turn maintenance off. */
const ALWAYS_OPEN = new Set(['/login', '/admin-login'])

export const MaintenanceGate = ({ children }: { children: ReactNode }) => {
  const { data: user } = useUser()
  const { maintenanceMode, planned } = useSiteStatus()
  const { pathname, search } = useLocation()
  const announcement = planned && !maintenanceMode && (
    <Suspense>
      <LazyPlannedMaintenance planned={planned} />
    </Suspense>
  )
  if (user?.isAdmin) {
    return (
      <>
        {children}
        <MaintenanceReminder />
        {announcement}
      </>
    )
  }
  const isOpen = !maintenanceMode || ALWAYS_OPEN.has(pathname.replace(/\/+$/, ''))
  if (!isOpen) {
    return (
      <Suspense>
        <LazyClosedStore pathname={pathname} search={search} />
      </Suspense>
    )
  }
  return (
    <>
      {children}
      {announcement}
    </>
  )
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
