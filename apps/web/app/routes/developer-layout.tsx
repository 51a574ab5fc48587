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
// Also keeps the style sheet out of the lazy parts of the shell: a layout must itself import something of the frame chunk.
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
