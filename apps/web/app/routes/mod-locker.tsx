import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { LOCKER_PAGE } from '@slipstream/contract/review-terms'
import { LazyConfirmAddress } from '#features/account/lazy-addresses.tsx'
import { useUser } from '#features/auth/auth.queries.ts'
import { LazyLockerPage } from '#features/locker/lazy-locker.tsx'
import { LockerSkeleton } from '#features/locker/locker-skeleton.tsx'
import { InstallGuide } from '#features/catalogue/details/install-guide.tsx'
import { LazyOrderList, LazyOrderPage } from '#features/orders/lazy-orders.tsx'
import { LazyReviewPage } from '#features/reviews/lazy-review-page.tsx'
import { useStore } from '#features/settings/settings.queries.ts'
import { loadedWholeFrom } from '#lib/loaded-whole.ts'
import { type PageHandle, pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { SignedInPage } from '#shell/signed-in-page.tsx'
import type { Route } from './+types/mod-locker.ts'

const loadWhole = loadedWholeFrom(LOCKER_PAGE)

/** The review page uploads pictures, which the content security policy of other documents does not allow. */
export const clientMiddleware = [
  (args: { request: Request }) => (new URL(args.request.url).searchParams.has('review') ? loadWhole(args) : undefined),
]
export const headers = pageHeaders
export const handle: PageHandle = { presence: ['order', 'review'] }
export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'My Purchases', isHidden: true })

const ModLocker = () => {
  const { gameName } = useStore()
  const { data: user } = useUser()
  const [params] = useSearchParams()
  const [order, review] = [params.get('order'), params.get('review')]
  if (order !== null) {
    return (
      <SignedInPage
        title="Your order"
        path={`/mod-locker?order=${encodeURIComponent(order)}`}
        invitation="Log in to see your order. You’ll come right back here."
        hasOwnHeading
      >
        <LazyOrderPage number={order} />
      </SignedInPage>
    )
  }
  if (review !== null && /^[1-9]\d{0,8}$/.test(review)) {
    return (
      <SignedInPage
        title="Your review"
        path={`/mod-locker?review=${review}`}
        invitation="Log in to write about a mod you own. You’ll come right back here."
        hasOwnHeading
      >
        <LazyReviewPage modId={Number(review)} />
      </SignedInPage>
    )
  }
  return (
    <SignedInPage
      title="My Purchases"
      path="/mod-locker"
      invitation="Log in to download what you bought. You’ll come right back here."
      skeleton={<LockerSkeleton />}
    >
      {user && !user.emailVerified && (
        <div className="mt-6">
          <LazyConfirmAddress email={user.email} />
        </div>
      )}
      <LazyLockerPage
        guide={(title, isDownloaded) => <InstallGuide title={title} gameName={gameName} isDownloaded={isDownloaded} />}
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
