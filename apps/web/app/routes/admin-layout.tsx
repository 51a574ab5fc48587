import { Outlet } from 'react-router'
import { UPLOAD_PAGES } from '@slipstream/contract/upload-limits'
import { AdminGate } from '#shell/access-gate.tsx'
import { AdminShell } from '#shell/admin-shell.tsx'

/** The CSP belongs to the document, so entering the panel from the store needs a full page load. */
const loadWhole = ({ request }: { request: Request }) => {
  const [loaded] = performance.getEntriesByType('navigation')
  if (!loaded || UPLOAD_PAGES.test(new URL(loaded.name).pathname)) return
  location.assign(request.url)
  return new Promise<never>(() => {})
}
export const clientMiddleware = [loadWhole]

const AdminLayout = () => (
  <AdminGate>
    <AdminShell>
      <Outlet />
    </AdminShell>
  </AdminGate>
)

export default AdminLayout
