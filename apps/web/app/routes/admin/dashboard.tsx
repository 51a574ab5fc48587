import { useSearchParams } from 'react-router'
import { DASHBOARD_DAYS } from '@slipstream/contract/analytics-terms'
import { AttentionList } from '#features/analytics/attention-list.tsx'
import { useFirstFigures } from '#features/analytics/dashboard.queries.ts'
import { SalesInstrument } from '#features/analytics/sales-instrument.tsx'
import { StoreTime } from '#features/analytics/store-time.tsx'
import { TodayStrip } from '#features/analytics/today-strip.tsx'
import { TopMods } from '#features/analytics/top-mods.tsx'
import { VisitCards } from '#features/analytics/visit-cards.tsx'
import { SetupChecklist, SetupStatus } from '#features/doctor/setup-checklist.tsx'
import { LatestOrders } from '#features/orders/admin/latest-orders.tsx'
import { Link } from '#lib/link.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { AdminPageIndex } from '#shell/admin-page-index.tsx'
import { NavTab, NavTabs } from '#ui/nav-tabs.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Route } from './+types/dashboard.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Dashboard', isHidden: true })

const USUAL_DAYS = '30'

const DashboardPage = () => {
  const [params] = useSearchParams()
  const days = DASHBOARD_DAYS.find((each) => each === params.get('days')) ?? USUAL_DAYS
  const { isComing } = useFirstFigures(days)
  return (
    <PageFrame
      title="Dashboard"
      status={!isComing && <SetupStatus />}
      description={<StoreTime days={days} />}
      actions={
        <NavTabs label="Period" variant="segmented">
          {DASHBOARD_DAYS.map((each) => (
            <NavTab key={each} variant="segmented" isCurrent={each === days}>
              <Link to={{ search: each === USUAL_DAYS ? '' : `?days=${each}` }} preventScrollReset>
                {each} days
              </Link>
            </NavTab>
          ))}
        </NavTabs>
      }
    >
      {isComing ? (
        <div aria-busy="true">
          <Skeleton className="h-96 rounded-2xl" />
        </div>
      ) : (
        <>
          <TodayStrip days={days} />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="min-w-0 max-xl:order-last">
              <SalesInstrument days={days} />
            </div>
            <AttentionList />
          </div>
          <LatestOrders />
          <TopMods days={days} />
          <VisitCards days={days} />
          <SetupChecklist />
          <AdminPageIndex />
        </>
      )}
    </PageFrame>
  )
}

export default DashboardPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
