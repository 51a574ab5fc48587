import { HydrationBoundary } from '@tanstack/react-query'
import { Suspense } from 'react'
import { modsApi } from '@slipstream/contract/mods'
import { reviewsApi } from '@slipstream/contract/reviews'
import { teamApi } from '@slipstream/contract/team'
import archivo from '#assets/fonts/archivo-display.woff2'
import hero from '#assets/hyper-1600.webp'
import heroSmall from '#assets/hyper-800.webp'
import { ModHero, StoreHero } from '#features/catalogue/mod-hero.tsx'
import { FEATURED, POPULAR, useFeaturedMods } from '#features/catalogue/catalogue.queries.ts'
import { PopularMods } from '#features/catalogue/popular-mods.tsx'
import { PremiumBand } from '#features/catalogue/premium-band.tsx'
import { storeData } from '#features/catalogue/structured-data.ts'
import { useStore } from '#features/settings/settings.queries.ts'
import { pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { loadPage, query, readSite } from '#lib/page.server.ts'
import { AddToCart } from '#shell/add-to-cart.tsx'
import { HomeSections } from '#shell/lazy-home-sections.tsx'
import { Promises } from '#shell/promises.tsx'
import { WishlistHeart } from '#shell/wishlist-heart.tsx'
import type { Route } from './+types/home.ts'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: archivo, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]
export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const site = await readSite(context, request)
  return loadPage(
    context,
    [
      query(modsApi.list, { query: FEATURED }),
      query(modsApi.list, { query: POPULAR }),
      modsApi.categories,
      modsApi.latestReleases,
      reviewsApi.featured,
      teamApi.members,
    ],
    () => ({ words: { structuredData: storeData(site) } }),
  )
}
export const headers = pageHeaders
export const meta: Route.MetaFunction = (args) => pageMeta(args, args.loaderData?.words)

const Home = ({ loaderData }: Route.ComponentProps) => (
  <HydrationBoundary state={loaderData.queries}>
    <main>
      <Opening />
      <div className="mt-10 md:mt-8">
        <Promises />
      </div>
      <PopularMods
        action={(mod) => <AddToCart mod={mod} />}
        corner={(mod) => <WishlistHeart mod={mod} isOnPicture />}
      />
      <Premium />
      <Suspense fallback={null}>
        <HomeSections />
      </Suspense>
    </main>
  </HydrationBoundary>
)

const Premium = () => <PremiumBand givesDiscordRole={useStore().givesDiscordRole} />

/** The first featured mod, or a generic hero without one. */
const Opening = () => {
  const { heroTitle, heroText, gameName } = useStore()
  const featured = useFeaturedMods()
  const mod = featured.data?.items[0]
  return mod ? (
    <ModHero mod={mod} asOf={featured.dataUpdatedAt} gameName={gameName} />
  ) : (
    <StoreHero
      title={heroTitle}
      text={heroText}
      gameName={gameName}
      picture={{ src: hero, srcSet: `${heroSmall} 800w, ${hero} 1600w` }}
    />
  )
}

export default Home
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
