import { ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { useQuote } from './checkout.queries.ts'
import { OrderSummary } from './order-summary.tsx'
import { PaymentOutcome } from './payment-outcome.tsx'

interface CheckoutPageProps {
  /** Who buys. */
  email: string | null
  /** The payment that somebody comes back from. */
  transaction: string | null
}

/** What is bought, what it costs, and the way to pay it. */
const CheckoutPage = ({ email, transaction }: CheckoutPageProps) => {
  const [freeOrder, setFreeOrder] = useState<string | null>(null)
  if (transaction !== null) return <PaymentOutcome transaction={transaction} />
  if (freeOrder !== null) return <PaymentOutcome orderNumber={freeOrder} />
  return <Purchase email={email} onFreeOrder={setFreeOrder} />
}

const Purchase = ({ email, onFreeOrder }: { email: string | null; onFreeOrder: (orderNumber: string) => void }) => {
  const [coupon, setCoupon] = useState('')
  const { data: quote, error, refetch, isFetching } = useQuote(coupon)

  if (quote?.lines.length === 0) {
    return (
      <EmptyState
        icon={<ShoppingCart />}
        title="Your cart is empty"
        description="Add some mods to get started!"
        action={
          <Button asChild variant="primary">
            <Link to="/mods">Browse mods</Link>
          </Button>
        }
      />
    )
  }
  if (quote) {
    return (
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
        <CheckoutForm
          quote={quote}
          email={email}
          isPricing={isFetching}
          onCoupon={setCoupon}
          onFreeOrder={onFreeOrder}
        />
        <OrderSummary quote={quote} isPricing={isFetching} />
      </div>
    )
  }
  if (!error) return <CheckoutSkeleton />
  return (
    <ErrorState
      title="Your cart is not available right now."
      description="Nothing was charged, and nothing of it is lost."
      onRetry={() => void refetch()}
      isRetrying={isFetching}
      {...(error instanceof ApiError && error.requestId !== undefined && { requestId: error.requestId })}
    />
  )
}

const CheckoutSkeleton = () => (
  <div
    className="mt-8 grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12"
    role="status"
    aria-busy="true"
    aria-label="Loading your order"
  >
    <Skeleton className="h-96 rounded-2xl" />
    <Skeleton className="h-72 rounded-2xl" />
  </div>
)

export default CheckoutPage
