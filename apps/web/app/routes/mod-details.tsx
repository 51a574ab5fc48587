import { HydrationBoundary } from '@tanstack/react-query'
import { Suspense } from 'react'
import { type ModDetails as ModOffer, modsApi } from '@slipstream/contract/mods'
import { type Review, reviewsApi } from '@slipstream/contract/reviews'
import archivo from '#assets/fonts/archivo-display.woff2'
import { isIncludedFor, useCartMemory } from '#features/cart/cart-memory.ts'
import { useModDetails } from '#features/catalogue/details/details.queries.ts'
import { ModDetailsError, ModDetailsSkeleton } from '#features/catalogue/details/mod-details-states.tsx'
import { ModDetails } from '#features/catalogue/details/mod-details.tsx'
import { Compare } from '#features/catalogue/lazy-compare.tsx'
import type { CardSlots } from '#features/catalogue/mod-grid.tsx'
import { modWords } from '#features/catalogue/mod-words.ts'
import { ModReviews } from '#features/reviews/lazy-mod-reviews.tsx'
import { useStore } from '#features/settings/settings.queries.ts'
import { addressOf } from '#lib/api.ts'
import { pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { loadPage, query, readSite, subject } from '#lib/page.server.ts'
import { AddToCart } from '#shell/add-to-cart.tsx'
import { BuyNow } from '#shell/buy-now.tsx'
import { ForReader } from '#shell/for-reader.tsx'
import { LazyModYouHave } from '#shell/lazy-mod-you-have.tsx'
import { WishlistHeart } from '#shell/wishlist-heart.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Route } from './+types/mod-details.ts'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: archivo, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]

export const loader = async ({ context, request, params }: Route.LoaderArgs) => {
  // `01` and `1e0` are numbers too, but a page has one URL.
  if (!/^[1-9]\d*$/.test(params.id)) throw new Response(null, { status: 404 })
  const site = await readSite(context, request)
  const mod = { params: { id: Number(params.id) } }
  const reviews = { ...mod, query: {} }
  return loadPage(
    context,
    [subject(modsApi.details, mod), query(modsApi.related, mod), query(reviewsApi.ofMod, reviews)],
    (queries) => ({
      words: modWords(
        site,
        queries.getQueryData([addressOf(modsApi.details, mod)]),
        queries.getQueryData<{ items: Review[] }>([addressOf(reviewsApi.ofMod, reviews)])?.items ?? [],
      ),
    }),
  )
}

/** A missing mod may be published at any moment, so its 404 is cached only briefly. */
export const headers = (args: Route.HeadersArgs) =>
  args.errorHeaders ? { 'Cache-Control': 'public, s-maxage=10' } : pageHeaders(args)
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, args.loaderData?.words ?? { title: 'Mod not found', isHidden: true })

const ModDetailsPage = ({ loaderData, params }: Route.ComponentProps) => (
  <HydrationBoundary state={loaderData.queries}>
    <main className="mx-auto max-w-[1360px] px-5 pt-24 md:px-8">
      {/* Another mod is another page: no state carries over. */}
      <Content key={params.id} id={Number(params.id)} />
    </main>
  </HydrationBoundary>
)

/** These cards hydrate late, once the sign-in state is known, so they must first look the same for everyone. */
const RELATED_SLOTS: CardSlots = { action: (mod) => <AddToCart mod={mod} /> }

/** Known only after hydration: the page is the same for everyone. */
const useOwned = (mod: ModOffer | undefined) => {
  const memory = useCartMemory()
  const isIncluded = mod !== undefined && isIncludedFor(memory, mod)
  if (!mod || !(isIncluded || memory.owned.has(mod.id))) return undefined
  const have = { mod, isIncluded }
  return {
    box: (
      <Suspense fallback={<Skeleton className="h-32" />}>
        <LazyModYouHave {...have} />
      </Suspense>
    ),
    bar: (
      <Suspense fallback={<Skeleton className="h-12 flex-1" />}>
        <LazyModYouHave {...have} isBar />
      </Suspense>
    ),
  }
}

const Content = ({ id }: { id: number }) => {
  const { gameName } = useStore()
  const { data: mod, error, isFetching, refetch } = useModDetails(id)
  const owned = useOwned(mod)
  if (mod) {
    return (
      <ModDetails
        mod={mod}
        gameName={gameName}
        others={{
          reviews: <ForReader>{(reader) => <ModReviews {...mod} isSignedIn={Boolean(reader)} />}</ForReader>,
        }}
        action={<AddToCart mod={mod} isLarge />}
        buyNow={<BuyNow mod={mod} />}
        corner={
          <div className="flex items-center gap-2">
            <Suspense>
              <Compare mod={mod} />
            </Suspense>
            <WishlistHeart mod={mod} />
          </div>
        }
        owned={owned}
        relatedSlots={RELATED_SLOTS}
      />
    )
  }
  if (error) return <ModDetailsError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  return <ModDetailsSkeleton />
}

export default ModDetailsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
