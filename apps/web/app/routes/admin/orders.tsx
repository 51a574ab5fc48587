import { Link, useSearchParams } from 'react-router'
import { CouponList, NewCoupon } from '#features/coupons/coupon-list.tsx'
import { OrderDetail } from '#features/orders/admin/order-detail.tsx'
import { OrderTable } from '#features/orders/admin/order-table.tsx'
import { MoneyCheckBadge } from '#features/payments/money-check-badge.tsx'
import { pageMeta } from '#lib/page-meta.ts'
import { AdminProof } from '#shell/admin-proof.tsx'
import { NavTab, NavTabs } from '#ui/nav-tabs.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/orders.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Orders', isHidden: true })

/** One page with two addresses. What is shown of it stands behind the question mark. */
const OrdersPage = () => {
  const [params] = useSearchParams()
  const number = params.get('order')
  const isCoupons = params.get('tab') === 'coupons'
  if (number) {
    return <AdminProof>{(guard) => <OrderDetail key={number} number={number} guard={guard} />}</AdminProof>
  }
  return (
    <PageFrame
      title="Orders"
      description="What was bought, what was paid, and what customers ask for."
      status={<MoneyCheckBadge />}
      actions={isCoupons && <NewCoupon />}
    >
      <NavTabs label="Parts of this page">
        <NavTab isCurrent={!isCoupons}>
          <Link to={{ search: '' }}>Orders</Link>
        </NavTab>
        <NavTab isCurrent={isCoupons}>
          <Link to={{ search: '?tab=coupons' }}>Coupons</Link>
        </NavTab>
      </NavTabs>
      {isCoupons ? <CouponList /> : <OrderTable />}
    </PageFrame>
  )
}

export default OrdersPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
