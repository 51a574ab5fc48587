import { ArrowLeft, Lock } from 'lucide-react'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { User } from '@slipstream/contract/users'
import { LazyConfirmAddress, LazyReceiptAddress } from '#features/account/lazy-addresses.tsx'
import { useUser } from '#features/auth/auth.queries.ts'
import { CartThumb } from '#features/cart/cart-thumb.tsx'
import { InstallGuide } from '#features/catalogue/details/install-guide.tsx'
import { CheckoutSkeleton, PaymentCheck } from '#features/checkout/checkout-skeleton.tsx'
import { LazyCheckoutPage } from '#features/checkout/lazy-checkout.tsx'
import { LazyBoughtMods } from '#features/locker/lazy-bought-mods.tsx'
import { useStore } from '#features/settings/settings.queries.ts'
import { Link } from '#lib/link.ts'
import { type PageHandle, pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { Logo } from '#shell/logo.tsx'
import { SignedInPage } from '#shell/signed-in-page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Route } from './+types/checkout.ts'

export const headers = pageHeaders
export const handle: PageHandle = { presence: ['transaction', 'order'] }
export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Checkout', isHidden: true })

const Checkout = () => {
  const { storeName, logo, isDemo, gameName, socialLinks } = useStore()
  const { data: user } = useUser()
  const [params] = useSearchParams()
  const transaction = params.get('transaction')
  const freeOrder = params.get('order')
  const isReturn = transaction !== null || freeOrder !== null
  return (
    <>
      <header className="border-b">
        <div className="mx-auto flex h-16 max-w-[1360px] items-center justify-between gap-4 px-5 md:px-8">
          <Logo storeName={storeName} logo={logo} note={isDemo && 'Demo store'} />
          <p className="flex items-center gap-2 text-ui text-muted max-sm:hidden">
            <Lock className="size-4" aria-hidden="true" />
            Secure checkout
          </p>
          <Link
            to={isReturn ? '/mods' : '/cart'}
            className="-mr-2 flex h-11 items-center gap-1.5 rounded-md px-2 text-ui text-muted hover:text-foreground"
          >
            <ArrowLeft className="size-4" aria-hidden="true" />
            {isReturn ? 'Back to the mods' : 'Back to cart'}
          </Link>
        </div>
      </header>
      <SignedInPage
        title={isReturn ? 'Your payment' : 'Checkout'}
        path={isReturn ? `/checkout?${params.toString()}` : '/checkout'}
        isBelowHeader
        hasOwnHeading
        invitation={
          isReturn
            ? 'Log in again to see the status of your payment. You’ll come right back here.'
            : 'Log in to buy what is in your cart. You’ll come right back here.'
        }
        skeleton={isReturn ? <PaymentCheck /> : <CheckoutSkeleton />}
      >
        <LazyCheckoutPage
          receipt={<Receipt user={user} />}
          afterwards={
            user?.emailVerified === false && (
              <Suspense>
                <LazyConfirmAddress email={user.email} />
              </Suspense>
            )
          }
          transaction={transaction}
          thumb={(modId) => <CartThumb modId={modId} />}
          bought={(orderNumber) => (
            <Suspense>
              <LazyBoughtMods orderNumber={orderNumber} />
            </Suspense>
          )}
          guide={(title) => <InstallGuide title={title} gameName={gameName} heading="h2" />}
          discordUrl={socialLinks.find(({ network }) => network === 'discord')?.url}
        />
      </SignedInPage>
    </>
  )
}

const Receipt = ({ user }: { user: User | null | undefined }) =>
  user?.emailVerified ? (
    <p className="text-ui wrap-anywhere text-muted">
      By e-mail to <span className="font-medium text-foreground">{user.email}</span>
    </p>
  ) : (
    <Suspense fallback={<Skeleton className="h-11 w-64 max-w-full" />}>
      <LazyReceiptAddress backTo="/checkout" />
    </Suspense>
  )

export default Checkout
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
