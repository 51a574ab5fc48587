import { Gem, ShoppingCart } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { checkoutMemory } from './checkout-memory.ts'
import { checkoutColumns, CheckoutSkeleton } from './checkout-skeleton.tsx'
import { useQuote } from './checkout.queries.ts'
import { OrderSummary } from './order-summary.tsx'
import { type AfterBuying, PaymentOutcome } from './payment-outcome.tsx'

interface CheckoutPageProps extends AfterBuying {
  /** Where the receipt goes, and whatever is still missing for it. */
  receipt: ReactNode
  /** The payment that the visitor is returning from. */
  transaction: string | null
  /** The picture of a mod in the cart. */
  thumb: (modId: number) => ReactNode
}

/** The items, the total and the payment. A free order has an address of its own, so that its page survives a reload. */
const CheckoutPage = ({ transaction, receipt, thumb, ...after }: CheckoutPageProps) => {
  const [params, setParams] = useSearchParams()
  const freeOrder = params.get('order')
  if (transaction !== null) return <PaymentOutcome transaction={transaction} {...after} />
  if (freeOrder !== null) return <PaymentOutcome orderNumber={freeOrder} {...after} />
  return (
    <>
      <h1 className="display text-display-l">Checkout</h1>
      <Purchase receipt={receipt} thumb={thumb} onFreeOrder={(order) => setParams({ order }, { replace: true })} />
    </>
  )
}

interface PurchaseProps extends Pick<CheckoutPageProps, 'receipt' | 'thumb'> {
  onFreeOrder: (orderNumber: string) => void
}

const Purchase = ({ receipt, thumb, onFreeOrder }: PurchaseProps) => {
  const [coupon, setCoupon] = useState(checkoutMemory.coupon)
  const { data: quote, error, refetch, isFetching, isPlaceholderData: isPricing } = useQuote(coupon)

  const accepted = isPricing ? undefined : quote && (quote.coupon?.code ?? null)
  useEffect(() => {
    if (accepted !== undefined) checkoutMemory.keepCoupon(accepted)
  }, [accepted])

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
          <div className="flex flex-wrap justify-center gap-3">
            <Button asChild variant="primary" size="lg">
              <Link to="/mods">Browse mods</Link>
            </Button>
            {/* A link that confirms the address leads here, perhaps after the order was paid. */}
            <Button asChild variant="outline" size="lg">
              <Link to="/mod-locker">Open my locker</Link>
            </Button>
          </div>
        }
      />
    )
  }
  if (quote) {
    return (
      <div className={checkoutColumns}>
        <CheckoutForm
          quote={quote}
          receipt={receipt}
          coupon={coupon}
          isPricing={isPricing}
          onCoupon={setCoupon}
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
