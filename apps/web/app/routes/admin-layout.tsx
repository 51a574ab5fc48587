import { Suspense } from 'react'
import { Outlet, useMatches } from 'react-router'
import { UPLOAD_PAGES } from '@slipstream/contract/upload-limits'
import { AdminGate } from '#shell/access-gate.tsx'
import { AdminShell } from '#shell/admin-shell.tsx'
import { LazyNotFoundScreen } from '#shell/lazy-not-found-screen.tsx'
import { StoreFrame } from '#shell/store-frame.tsx'
import { loadedWholeFrom } from '#lib/loaded-whole.ts'

export const clientMiddleware = [loadedWholeFrom(UPLOAD_PAGES)]

/** What non-admins see at an unknown admin address. It needs no gate, because nothing is behind it. */
const notFound = (
  <StoreFrame>
    <Suspense>
      <LazyNotFoundScreen />
    </Suspense>
  </StoreFrame>
)

const AdminLayout = () => {
  const isNotFound = useMatches().some(({ id }) => id === 'admin/*')
  return (
    <AdminGate otherwise={isNotFound && notFound}>
      <AdminShell>
        <Outlet />
      </AdminShell>
    </AdminGate>
  )
}

export default AdminLayout
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
