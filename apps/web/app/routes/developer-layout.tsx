import { Outlet } from 'react-router'
import { DeveloperGate } from '#shell/access-gate.tsx'

const DeveloperLayout = () => (
  <DeveloperGate>
    <Outlet />
  </DeveloperGate>
)

export default DeveloperLayout
