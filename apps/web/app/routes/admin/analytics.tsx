import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ANALYTICS_TABS } from '#features/analytics/analytics-tabs.ts'
import { SalesOverview } from '#features/analytics/sales-overview.tsx'
import { SalesReport, SalesReportActions } from '#features/analytics/sales-report.tsx'
import { UserReport } from '#features/analytics/user-report.tsx'
import { MoneyCheckBadge } from '#features/reconciliation/money-check-badge.tsx'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/analytics.ts'

interface Page {
  title: string
  description: string
  status?: ReactNode
  actions?: ReactNode
  content: ReactNode
}

const OVERVIEW: Page = {
  title: 'Analytics',
  description: 'Revenue, orders and visits, and what every figure means.',
  content: <SalesOverview />,
}

const PAGES: Readonly<Record<string, Page>> = {
  '/admin/analytics/sales': {
    title: 'Sales report',
    description: 'Orders and Premium payments by the day they were paid, in the store’s time zone.',
    status: <MoneyCheckBadge />,
    actions: <SalesReportActions />,
    content: <SalesReport />,
  },
  '/admin/analytics/users': {
    title: 'User analytics',
    description: 'New accounts, customers who come back, and Premium, in the store’s time zone.',
    content: <UserReport />,
  },
}

const pageAt = (pathname: string) => PAGES[pathname.replace(/\/$/, '')] ?? OVERVIEW

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: pageAt(args.location.pathname).title, isHidden: true })

/** One page with several addresses, each a tab of its own. */
const AnalyticsPage = () => {
  const { content, ...frame } = pageAt(useLocation().pathname)
  return (
    <PageFrame {...frame} tabs={ANALYTICS_TABS}>
      {content}
    </PageFrame>
  )
}

export default AnalyticsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
