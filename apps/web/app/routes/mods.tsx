import { HydrationBoundary } from '@tanstack/react-query'
import { Suspense } from 'react'
import { redirect } from 'react-router'
import { type Category, type ModCard, type ModPage, modsApi } from '@slipstream/contract/mods'
import { type Comparison, comparisonApi } from '@slipstream/contract/mods-comparison'
import archivo from '#assets/fonts/archivo-display.woff2'
import { comparisonQuery } from '#features/catalogue/compare/comparison.queries.ts'
import { Compare, ModComparison } from '#features/catalogue/lazy-compare.tsx'
import { ModList } from '#features/catalogue/mod-list.tsx'
import { filtersOf, listAddress, readCursor, readSearch, SEARCH_FIELDS } from '#features/catalogue/mod-search.ts'
import { comparisonWords, modListWords } from '#features/catalogue/mod-words.ts'
import { pageOf } from '#features/catalogue/catalogue.queries.ts'
import { addressOf } from '#lib/api.ts'
import { comparedIn } from '#lib/compared-mods.ts'
import { type PageHandle, pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { loadPage, query, readSite } from '#lib/page.server.ts'
import { AddToCart } from '#shell/add-to-cart.tsx'
import { WishlistHeart } from '#shell/wishlist-heart.tsx'
import type { Route } from './+types/mods.ts'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: archivo, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]

export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const site = await readSite(context, request)
  const { searchParams } = new URL(request.url)
  const compared = comparedIn(searchParams.get('compare'))
  if (compared.length > 0) return loadComparison(context, compared)
  const search = readSearch(searchParams)
  const after = readCursor(searchParams)
  const list = { query: pageOf(search, after) }
  return loadPage(
    context,
    [query(modsApi.list, list), query(modsApi.facets, { query: filtersOf(search) }), modsApi.categories],
    (queries) => {
      const categories = queries.getQueryData<Category[]>([modsApi.categories.path])
      const category = categories?.find(({ slug }) => slug === search.category) ?? null
      // A removed category or an outdated cursor: the list still has mods to show.
      if (search.category && categories && !category) throw redirect(listAddress({ ...search, category: '' }))
      const page = queries.getQueryData<ModPage>([addressOf(modsApi.list, list)])
      if (after && !page) throw redirect(listAddress(search))
      return { words: modListWords(site, category, page, searchParams), isComparison: false }
    },
  )
}

const loadComparison = (context: Route.LoaderArgs['context'], ids: readonly number[]) => {
  const asked = { query: comparisonQuery(ids) }
  return loadPage(context, [query(comparisonApi.compare, asked)], (queries) => {
    const { mods } = queries.getQueryData<Comparison>([addressOf(comparisonApi.compare, asked)]) ?? {}
    if (mods?.length === 0) throw redirect('/mods')
    return { words: comparisonWords, isComparison: true }
  })
}
export const headers = pageHeaders
export const handle: PageHandle = { query: SEARCH_FIELDS }
export const meta: Route.MetaFunction = (args) => pageMeta(args, args.loaderData?.words)

const action = (mod: Parameters<typeof AddToCart>[0]['mod']) => <AddToCart mod={mod} />
const corner = (mod: ModCard) => (
  <>
    <WishlistHeart mod={mod} isOnPicture />
    <Suspense>
      <Compare mod={mod} isOnPicture />
    </Suspense>
  </>
)

const Mods = ({ loaderData }: Route.ComponentProps) => (
  <HydrationBoundary state={loaderData.queries}>
    <main className="mx-auto max-w-[1360px] px-5 pt-24 md:px-8 md:pt-28">
      {loaderData.isComparison ? (
        <Suspense>
          <ModComparison action={action} />
        </Suspense>
      ) : (
        <>
          <ModList action={action} corner={corner} />
          {/* Only around the lazy part: anything else would hydrate late, with a user that the server did not know. */}
          <Suspense>
            <Compare />
          </Suspense>
        </>
      )}
    </main>
  </HydrationBoundary>
)

export default Mods
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
