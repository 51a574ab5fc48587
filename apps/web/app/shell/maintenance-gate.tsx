import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useUser } from '#features/auth/auth.queries.ts'
import { LazyPlannedMaintenance } from '#features/settings/lazy-planned-maintenance.tsx'
import { useAdminSettings, useSiteStatus } from '#features/settings/settings.queries.ts'
import { LazyClosedStore, LazyMaintenanceReminder } from './lazy-closed-store.tsx'

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
        <ReminderIfClosed />
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
const ReminderIfClosed = () => {
  const { data: settings } = useAdminSettings()
  if (!settings?.maintenanceMode) return null
  return (
    <Suspense>
      <LazyMaintenanceReminder />
    </Suspense>
  )
}
