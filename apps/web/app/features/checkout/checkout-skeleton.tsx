import { Skeleton } from '#ui/skeleton.tsx'
import { Spinner } from '#ui/spinner.tsx'

/** The columns of the form and the summary, which the page and its skeleton share. */
export const checkoutColumns =
  'mt-8 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12'

export const CheckoutSkeleton = () => (
  <div className={checkoutColumns} role="status" aria-busy="true" aria-label="Loading your order">
    <div className="space-y-6">
      <Skeleton className="h-96 rounded-2xl" />
      <Skeleton className="h-44 rounded-2xl" />
    </div>
    <Skeleton className="h-72 rounded-2xl max-lg:order-first" />
  </div>
)

/** Shown until the result of a payment is known. */
export const PaymentCheck = () => (
  <p role="status" className="mt-8 flex items-center gap-3 text-muted">
    <Spinner className="text-xl" />
    Checking your payment…
  </p>
)
