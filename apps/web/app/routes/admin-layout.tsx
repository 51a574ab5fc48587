import { Outlet } from 'react-router'
import { AdminGate } from '#shell/access-gate.tsx'

const AdminLayout = () => (
  <AdminGate>
    <Outlet />
  </AdminGate>
)

export default AdminLayout
