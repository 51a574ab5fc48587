import { Outlet } from 'react-router'
import { DeveloperGate } from '#shell/access-gate.tsx'
import { AdminShell } from '#shell/admin-shell.tsx'

const DeveloperLayout = () => (
  <DeveloperGate>
    <AdminShell>
      <Outlet />
    </AdminShell>
  </DeveloperGate>
)

export default DeveloperLayout
