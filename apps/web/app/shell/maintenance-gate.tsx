import { Wrench } from 'lucide-react'
import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { cancelLink } from '#features/auth/arrival.ts'
import { useUser } from '#features/auth/auth.queries.ts'
import { LazyPaymentIsSafe } from '#features/checkout/lazy-payment-is-safe.tsx'
import { LazyPlannedMaintenance } from '#features/settings/lazy-planned-maintenance.tsx'
import { useAdminSettings, useSiteStatus } from '#features/settings/settings.queries.ts'
import { CancelByMail, LazyPremiumIsSafe } from '#features/subscriptions/lazy-membership.tsx'
import { MaintenanceScreen } from './maintenance-screen.tsx'

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
  if (!isOpen) return <MaintenanceScreen isAdmin={false} note={<Note pathname={pathname} search={search} />} />
  return (
    <>
      {children}
      {announcement}
    </>
  )
}

/** A customer may have paid while the store was closing, and a subscription can be canceled at any time. */
const Note = ({ pathname, search }: { pathname: string; search: string }) => {
  const cancelToken = useSyncExternalStore(cancelLink.subscribe, cancelLink.get, () => null)
  const transaction = new URLSearchParams(search).get('transaction')
  return (
    <Suspense>
      {pathname === '/checkout' && transaction !== null && <LazyPaymentIsSafe transaction={transaction} />}
      {pathname === '/subscribe' && transaction !== null && <LazyPremiumIsSafe transaction={transaction} />}
      {pathname === '/subscribe' && cancelToken !== null && <CancelByMail token={cancelToken} />}
    </Suspense>
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
