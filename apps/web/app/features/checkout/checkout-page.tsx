import { Gem, ShoppingCart } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { checkoutMemory } from './checkout-memory.ts'
import { checkoutColumns, CheckoutSkeleton } from './checkout-skeleton.tsx'
import { useQuote } from './checkout.queries.ts'
import { OrderSummary } from './order-summary.tsx'
import { PaymentOutcome } from './payment-outcome.tsx'

interface CheckoutPageProps {
  /** The buyer. */
  email: string | null
  /** The payment that the visitor returns from. */
  transaction: string | null
  /** The picture of a mod in the cart. */
  thumb: (modId: number) => ReactNode
  /** The mods of an order, ready to download. */
  bought: (orderNumber: string) => ReactNode
}

/** The items, the total and the payment. */
const CheckoutPage = ({ transaction, bought, ...purchase }: CheckoutPageProps) => {
  const [freeOrder, setFreeOrder] = useState<string | null>(null)
  if (transaction !== null) return <PaymentOutcome transaction={transaction} bought={bought} />
  if (freeOrder !== null) return <PaymentOutcome orderNumber={freeOrder} bought={bought} />
  return (
    <>
      <h1 className="display text-display-l">Checkout</h1>
      <Purchase {...purchase} onFreeOrder={setFreeOrder} />
    </>
  )
}

interface PurchaseProps extends Pick<CheckoutPageProps, 'email' | 'thumb'> {
  onFreeOrder: (orderNumber: string) => void
}

const Purchase = ({ email, thumb, onFreeOrder }: PurchaseProps) => {
  const [coupon, setCoupon] = useState(checkoutMemory.coupon)
  const { data: quote, error, refetch, isFetching, isPlaceholderData: isPricing } = useQuote(coupon)

  if (quote?.problem === 'checkout.all_included') {
    return (
      <EmptyState
        icon={<Gem />}
        title="Nothing to pay"
        description={quote.problemText}
        action={
          <Button asChild variant="primary" size="lg">
            <Link to="/mod-locker">Open your locker</Link>
          </Button>
        }
      />
    )
  }
  if (quote?.lines.length === 0) {
    return (
      <EmptyState
        icon={<ShoppingCart />}
        title="Your cart is empty"
        description="Add some mods to get started!"
        action={
          <Button asChild variant="primary" size="lg">
            <Link to="/mods">Browse mods</Link>
          </Button>
        }
      />
    )
  }
  if (quote) {
    return (
      <div className={checkoutColumns}>
        <CheckoutForm
          quote={quote}
          email={email}
          coupon={coupon}
          isPricing={isPricing}
          onCoupon={(code) => {
            checkoutMemory.keepCoupon(code)
            setCoupon(code)
          }}
          onFreeOrder={onFreeOrder}
        />
        <OrderSummary quote={quote} isPricing={isPricing} thumb={thumb} />
      </div>
    )
  }
  if (!error) return <CheckoutSkeleton />
  return (
    <ErrorState
      title="Your cart is not available right now."
      description="Nothing was charged, and nothing in it is lost."
      onRetry={() => void refetch()}
      isRetrying={isFetching}
      error={error}
    />
  )
}

export default CheckoutPage
