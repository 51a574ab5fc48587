import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { AccountFrame, AccountSkeleton, SignedOut } from '#features/account/account-states.tsx'
import { ACCOUNT_SECTIONS } from '#features/account/section-titles.ts'
import { leaveAsNobody, useUser } from '#features/auth/auth.queries.ts'
import { PageContents } from '#features/legal/page-contents.tsx'
import { LazyNotifications, LazyUnreadCount } from '#features/notifications/lazy-notifications.tsx'
import { Link, useNavigate } from '#lib/link.ts'
import { type PageHandle, pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { NavTab, NavTabs } from '#ui/nav-tabs.tsx'
import { toast } from '#ui/toast-store.ts'
import { AddToCart } from '#shell/add-to-cart.tsx'
import { LazyAccountPage, loadAccountPage } from '#shell/lazy-account-page.tsx'
import { LazyWishlist } from '#shell/lazy-wishlist.tsx'
import type { Route } from './+types/profile.ts'

export const headers = pageHeaders
export const handle: PageHandle = { query: ['tab'] }
export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Profile', isHidden: true })

const WISHLIST = '/profile?tab=wishlist'
const NOTIFICATIONS = '/profile?tab=notifications'

const Profile = () => {
  const { data: user, isError } = useUser()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isGone, setGone] = useState(false)
  const tab = useSearchParams()[0].get('tab')
  const tabs = <ProfileTabs tab={tab} isSignedIn={Boolean(user)} />

  useEffect(() => {
    // Preloaded while the user is being checked; a failure shows when the page is needed.
    loadAccountPage().catch(() => undefined)
  }, [])

  const leave = async () => {
    setGone(true)
    await leaveAsNobody(client)
    await navigate('/')
    toast({ title: 'Account deleted', description: 'Your account has been deleted. Thanks for being with us.' })
  }

  if (isGone) return <AccountSkeleton tabs={tabs} />
  if (user === null) return <SignedOut next={nextOf(tab)} />
  // If the user check failed, the page fetches by itself and shows the error.
  if (user === undefined && !isError) return <AccountSkeleton tabs={tabs} />
  if (tab === 'notifications') {
    return (
      <AccountFrame tabs={tabs}>
        <Suspense>
          <LazyNotifications />
        </Suspense>
      </AccountFrame>
    )
  }
  if (tab === 'wishlist') {
    return (
      <AccountFrame tabs={tabs}>
        <Suspense>
          <LazyWishlist action={(mod) => <AddToCart mod={mod} />} />
        </Suspense>
      </AccountFrame>
    )
  }
  return (
    <Suspense fallback={<AccountSkeleton tabs={tabs} />}>
      <LazyAccountPage
        image={user?.image ?? null}
        tabs={tabs}
        menu={<PageContents sections={ACCOUNT_SECTIONS} />}
        onDeleted={() => void leave()}
      />
    </Suspense>
  )
}

const nextOf = (tab: string | null) => {
  if (tab === 'wishlist') return WISHLIST
  return tab === 'notifications' ? NOTIFICATIONS : '/profile'
}

const ProfileTabs = ({ tab, isSignedIn }: { tab: string | null; isSignedIn: boolean }) => (
  <NavTabs label="Profile sections">
    <NavTab isCurrent={nextOf(tab) === '/profile'}>
      <Link to="/profile">Account</Link>
    </NavTab>
    <NavTab isCurrent={tab === 'wishlist'}>
      <Link to={WISHLIST}>Wishlist</Link>
    </NavTab>
    <NavTab isCurrent={tab === 'notifications'}>
      <Link to={NOTIFICATIONS} className="inline-flex items-center gap-2">
        Notifications
        {isSignedIn && <LazyUnreadCount />}
      </Link>
    </NavTab>
  </NavTabs>
)

export default Profile
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
