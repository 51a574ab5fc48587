import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { checkoutMemory } from './checkout-memory.ts'
import { useCompletion } from './checkout.queries.ts'

/** Of a payment that leads back here, or of an order that cost nothing. */
export const PaymentOutcome = (props: { transaction: string } | { orderNumber: string }) =>
  'orderNumber' in props ? <Bought orderNumber={props.orderNumber} /> : <Returned transaction={props.transaction} />

const Returned = ({ transaction }: { transaction: string }) => {
  const { data, error, refetch, isFetching } = useCompletion(transaction)
  if (error) {
    const reason = error instanceof ApiError ? error.reason : undefined
    return (
      <ErrorState
        title={reason ?? 'Failed to complete purchase'}
        description="If you have paid, your mods come into your locker by themselves within a few minutes."
        onRetry={() => void refetch()}
        isRetrying={isFetching}
        support={
          <Link to="/mod-locker" className="underline">
            Open my locker
          </Link>
        }
        {...(error instanceof ApiError && error.requestId !== undefined && { requestId: error.requestId })}
      />
    )
  }
  if (data === undefined || data.status === 'pending') {
    return (
      <Screen title="Waiting for your payment">
        <p className="mt-4 text-muted">Your bank takes a moment. You can leave this page: we write to you.</p>
        <Spinner label="Waiting for your payment" className="mx-auto mt-8 text-[28px] text-muted" />
      </Screen>
    )
  }
  return data.status === 'canceled' ? <NotPaid /> : <Bought orderNumber={data.orderNumber} />
}

const Bought = ({ orderNumber }: { orderNumber: string }) => {
  const queries = useQueryClient()
  useEffect(() => {
    checkoutMemory.forget()
    // The cart is empty now, and the locker is not.
    void queries.invalidateQueries({ queryKey: ['/api/cart'] })
    void queries.invalidateQueries({ queryKey: ['/api/cart/owned'] })
    void queries.invalidateQueries({ queryKey: ['/api/locker'] })
  }, [queries])
  return (
    <Screen icon={<CircleCheck className="mx-auto size-14 text-success" />} title="Thank you! Your order is complete.">
      <p className="num mt-4 text-muted">
        Order{' '}
        <Link to={`/mod-locker?order=${orderNumber}`} className="font-medium text-foreground underline">
          {orderNumber}
        </Link>
        . A receipt is on its way to your mailbox.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button asChild variant="primary" size="lg">
          <Link to="/mod-locker">Open my locker</Link>
        </Button>
        <Button asChild variant="outline" size="lg">
          <Link to="/mods">Browse more mods</Link>
        </Button>
      </div>
    </Screen>
  )
}

const NotPaid = () => (
  <Screen icon={<CircleX className="mx-auto size-14 text-muted" />} title="This payment was not finished.">
    <p className="mt-4 text-muted">Nothing was charged, and your cart is as you left it.</p>
    <Button asChild variant="primary" size="lg" className="mt-8">
      <Link to="/checkout">Back to checkout</Link>
    </Button>
  </Screen>
)

/** The page is another one now, also for who hears it. */
const Screen = ({ icon, title, children }: { icon?: ReactNode; title: string; children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="mx-auto max-w-xl py-16 text-center">
      {icon && <span aria-hidden="true">{icon}</span>}
      <h2 ref={heading} tabIndex={-1} className="display mt-6 text-[26px] outline-none md:text-[32px]">
        {title}
      </h2>
      {children}
    </div>
  )
}
