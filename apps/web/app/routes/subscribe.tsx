import { HydrationBoundary } from '@tanstack/react-query'
import { Suspense, useSyncExternalStore } from 'react'
import { modsApi } from '@slipstream/contract/mods'
import { subscriptionsApi } from '@slipstream/contract/subscriptions'
import archivo from '#assets/fonts/archivo-display.woff2'
import fallback from '#assets/muscle-1600.webp'
import fallbackSmall from '#assets/muscle-800.webp'
import { LazyReceiptAddress } from '#features/account/lazy-addresses.tsx'
import { cancelLink } from '#features/auth/arrival.ts'
import { useUser } from '#features/auth/auth.queries.ts'
import { PREMIUM, usePremiumMods } from '#features/catalogue/premium-mods.queries.ts'
import { PremiumGarage } from '#features/catalogue/lazy-premium-garage.tsx'
import { useStore } from '#features/settings/settings.queries.ts'
import { CancelByMail, PremiumDetails } from '#features/subscriptions/lazy-membership.tsx'
import { useIsMember } from '#features/subscriptions/subscribe.queries.ts'
import { SubscribeTop } from '#features/subscriptions/subscribe-page.tsx'
import { pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { loadPage, query } from '#lib/page.server.ts'
import { Picture } from '#ui/picture.tsx'
import { preloadPicture } from '#ui/preload-picture.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Route } from './+types/subscribe.ts'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: archivo, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]
export const loader = ({ context }: Route.LoaderArgs) =>
  loadPage(context, [subscriptionsApi.soldPlans, query(modsApi.list, { query: PREMIUM })])
export const headers = pageHeaders
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Premium',
    description: 'Drive every Premium mod for one small price, with all updates. Cancel any time.',
  })

const Subscribe = ({ loaderData }: Route.ComponentProps) => (
  <HydrationBoundary state={loaderData.queries}>
    <SubscribePage />
  </HydrationBoundary>
)

const SubscribePage = () => {
  const { data: user } = useUser()
  const { givesDiscordRole } = useStore()
  const cancelToken = useSyncExternalStore(cancelLink.subscribe, cancelLink.get, () => null)
  const isMember = useIsMember(Boolean(user))
  const modCount = usePremiumMods().data?.total.count ?? 0
  return (
    <main>
      <SubscribeTop
        isSignedIn={user === undefined ? undefined : user !== null}
        picture={<HeroPicture />}
        modCount={modCount}
        receipt={
          user &&
          !user.emailVerified && (
            <Suspense fallback={<Skeleton className="h-11 w-64 max-w-full" />}>
              <LazyReceiptAddress backTo="/subscribe" />
            </Suspense>
          )
        }
      />
      <Suspense fallback={null}>
        <PremiumGarage {...(isMember && { note: 'In your locker' })} />
        <PremiumDetails modCount={modCount} givesDiscordRole={givesDiscordRole} isMember={isMember} />
        <CancelByMail token={cancelToken} />
      </Suspense>
    </main>
  )
}

const SIZES = '(min-width: 768px) 66vw, 100vw'
const STYLE = 'hero-mask size-full object-cover object-[50%_58%]'

/** The most popular Premium mod. */
const HeroPicture = () => {
  const picture = usePremiumMods().data?.items.find((mod) => mod.picture)?.picture
  if (!picture) {
    return (
      <img
        src={fallback}
        srcSet={`${fallbackSmall} 800w, ${fallback} 1600w`}
        sizes={SIZES}
        width={1600}
        height={1000}
        alt=""
        fetchPriority="high"
        className={STYLE}
      />
    )
  }
  preloadPicture(picture, SIZES)
  return <Picture picture={picture} sizes={SIZES} isDecoration isFirst className={STYLE} />
}

export default Subscribe
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
