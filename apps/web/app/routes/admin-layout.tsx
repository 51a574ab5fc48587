import { Outlet } from 'react-router'
import { UPLOAD_PAGES } from '@slipstream/contract/upload-limits'
import { AdminGate } from '#shell/access-gate.tsx'
import { AdminShell } from '#shell/admin-shell.tsx'
import { loadedWholeFrom } from '#lib/loaded-whole.ts'

export const clientMiddleware = [loadedWholeFrom(UPLOAD_PAGES)]

const AdminLayout = () => (
  <AdminGate>
    <AdminShell>
      <Outlet />
    </AdminShell>
  </AdminGate>
)

export default AdminLayout
