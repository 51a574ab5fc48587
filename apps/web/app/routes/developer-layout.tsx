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
// Also keeps the style sheet out of the shell's lazy chunks, which requires that each layout imports something of the
// frame chunk directly.
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
