import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { CouponList, NewCoupon } from '#features/coupons/coupon-list.tsx'
import { ModFinder } from '#features/mods/mod-finder.tsx'
import { GrantedMods } from '#features/orders/admin/granted-mods.tsx'
import type { FindMod } from '#features/orders/admin/grant-dialog.tsx'
import { OrderDetail } from '#features/orders/admin/order-detail.tsx'
import { OrderTable } from '#features/orders/admin/order-table.tsx'
import { MoneyCheckBadge } from '#features/reconciliation/money-check-badge.tsx'
import { Strays } from '#features/reconciliation/strays.tsx'
import { guard } from '#lib/guard.ts'
import { Link } from '#lib/link.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { NavTab, NavTabs } from '#ui/nav-tabs.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/orders.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Orders', isHidden: true })

const findMod: FindMod = (onFound) => <ModFinder status="published" without={[]} onFound={onFound} />

interface Tab {
  name: string | null
  label: string
  search: string
  content: ReactNode
  actions?: ReactNode
}

const TABS: readonly Tab[] = [
  {
    name: null,
    label: 'Orders',
    search: '',
    content: (
      <>
        <Strays guard={guard} />
        <OrderTable />
      </>
    ),
  },
  {
    name: 'granted',
    label: 'Granted mods',
    search: '?tab=granted',
    content: <GrantedMods findMod={findMod} guard={guard} />,
  },
  {
    name: 'coupons',
    label: 'Coupons',
    search: '?tab=coupons',
    content: <CouponList guard={guard} />,
    actions: <NewCoupon guard={guard} />,
  },
]

/** One page with two addresses. The query selects what it shows. */
const OrdersPage = () => {
  const [params] = useSearchParams()
  const number = params.get('order')
  const tab = TABS.find(({ name }) => name === params.get('tab')) ?? TABS[0]
  if (number) {
    return <OrderDetail key={number} number={number} guard={guard} findMod={findMod} />
  }
  return (
    <PageFrame
      title="Orders"
      description="Purchases, payments and customer requests."
      status={<MoneyCheckBadge />}
      actions={tab?.actions}
    >
      <NavTabs label="Sections of this page">
        {TABS.map(({ name, label, search }) => (
          <NavTab key={label} isCurrent={name === tab?.name}>
            <Link to={{ search }}>{label}</Link>
          </NavTab>
        ))}
      </NavTabs>
      {tab?.content}
    </PageFrame>
  )
}

export default OrdersPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
