import { ArrowLeft, Lock } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useUser } from '#features/auth/auth.queries.ts'
import { LazyCheckoutPage } from '#features/checkout/lazy-checkout.tsx'
import { useStore } from '#features/settings/settings.queries.ts'
import { pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { Logo } from '#shell/logo.tsx'
import { SignedInPage } from '#shell/signed-in-page.tsx'
import type { Route } from './+types/checkout.ts'

export const headers = pageHeaders
export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Checkout', isHidden: true })

const Checkout = () => {
  const { storeName, isDemo } = useStore()
  const { data: user } = useUser()
  const transaction = useSearchParams()[0].get('transaction')
  return (
    <>
      <header className="border-b">
        <div className="mx-auto flex h-16 max-w-[1360px] items-center justify-between gap-4 px-5 md:px-8">
          <Logo storeName={storeName} note={isDemo && 'Demo store'} />
          <p className="flex items-center gap-2 text-ui text-muted max-sm:hidden">
            <Lock className="size-4" aria-hidden="true" />
            Secure checkout
          </p>
          <Link to="/cart" className="flex items-center gap-1.5 rounded-sm text-ui text-muted hover:text-foreground">
            <ArrowLeft className="size-4" aria-hidden="true" />
            Back to cart
          </Link>
        </div>
      </header>
      <SignedInPage
        title="Checkout"
        path="/checkout"
        isBelowHeader
        invitation="Sign in to buy what is in your cart. You come straight back here."
      >
        <Suspense>
          <LazyCheckoutPage email={user?.email ?? null} transaction={transaction} />
        </Suspense>
      </SignedInPage>
    </>
  )
}

export default Checkout
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
