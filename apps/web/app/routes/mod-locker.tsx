import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { LazyLockerPage } from '#features/locker/lazy-locker.tsx'
import { LockerSkeleton } from '#features/locker/locker-skeleton.tsx'
import { InstallGuide } from '#features/catalogue/details/install-guide.tsx'
import { LazyOrderList, LazyOrderPage } from '#features/orders/lazy-orders.tsx'
import { useStore } from '#features/settings/settings.queries.ts'
import { type PageHandle, pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { SignedInPage } from '#shell/signed-in-page.tsx'
import type { Route } from './+types/mod-locker.ts'

export const headers = pageHeaders
export const handle: PageHandle = { presence: ['order'] }
export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'My Purchases', isHidden: true })

const ModLocker = () => {
  const { gameName } = useStore()
  const order = useSearchParams()[0].get('order')
  if (order !== null) {
    return (
      <SignedInPage
        title="Your order"
        path={`/mod-locker?order=${encodeURIComponent(order)}`}
        invitation="Sign in to see your order. You’ll come right back here."
        hasOwnHeading
      >
        <LazyOrderPage number={order} />
      </SignedInPage>
    )
  }
  return (
    <SignedInPage
      title="My Purchases"
      path="/mod-locker"
      invitation="Sign in to download what you bought. You’ll come right back here."
      skeleton={<LockerSkeleton />}
    >
      <LazyLockerPage
        guide={(title) => <InstallGuide title={title} gameName={gameName} />}
        orders={
          <Suspense>
            <LazyOrderList />
          </Suspense>
        }
      />
    </SignedInPage>
  )
}

export default ModLocker
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
