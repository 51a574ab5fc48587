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
// Also keeps the style sheet out of the shell's lazy chunks: for that, each layout must import something directly from
// the frame chunk.
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
