import { Outlet } from 'react-router'
import { StoreFrame } from '#shell/store-frame.tsx'

const StoreLayout = () => (
  <StoreFrame>
    <Outlet />
  </StoreFrame>
)

export default StoreLayout
