import { DebugCart } from '#features/cart/debug-cart.tsx'
import { pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { SignedInPage } from '#shell/signed-in-page.tsx'
import type { Route } from './+types/debug-cart.ts'

export const headers = pageHeaders
export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Debug cart', isHidden: true })

const DebugCartPage = () => (
  <SignedInPage
    title="Debug cart"
    path="/debug-cart"
    invitation="Log in to see what the store knows about your cart. You’ll come right back here."
  >
    <DebugCart />
  </SignedInPage>
)

export default DebugCartPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
