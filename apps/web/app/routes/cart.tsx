import { CartPage } from '#features/cart/cart-page.tsx'
import { pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { SignedInPage } from '#shell/signed-in-page.tsx'
import type { Route } from './+types/cart.ts'

export const headers = pageHeaders
export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Shopping Cart', isHidden: true })

const Cart = () => (
  <SignedInPage
    title="Shopping Cart"
    path="/cart"
    invitation="Log in to see what is in your cart. You’ll come right back here."
  >
    <CartPage />
  </SignedInPage>
)

export default Cart
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
