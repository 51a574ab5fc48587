import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatUsd } from '@slipstream/contract/money'
import { Link } from '#lib/link.ts'
import { invalidate, PATHS } from '#lib/query-keys.ts'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { checkoutMemory } from './checkout-memory.ts'
import { PaymentCheck } from './checkout-skeleton.tsx'
import { useBoughtOrder, useCompletion } from './checkout.queries.ts'

export interface AfterBuying {
  /** Above the bought mods: what the buyer is asked for after paying. */
  afterwards?: ReactNode
  /** The mods of the order, ready to download. */
  bought: (orderNumber: string) => ReactNode
  /** How to install the mod with this title. */
  guide: (title: string) => ReactNode
  /** The store's Discord server, if it has one. */
  discordUrl: string | undefined
}

/** The outcome of a payment that the visitor returns from, or of a free order. */
export const PaymentOutcome = (props: AfterBuying & ({ transaction: string } | { orderNumber: string })) =>
  'orderNumber' in props ? <Ordered {...props} /> : <Returned {...props} />

/** Anybody can type the address, so the order is looked up first. */
const Ordered = (props: AfterBuying & { orderNumber: string }) => {
  const { data, error, refetch, isFetching } = useBoughtOrder(props.orderNumber)
  if (error) return <NotLookedUp error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  if (data === undefined) return <Looking />
  return data.paidAt === null ? <NotPaid /> : <Complete {...props} />
}

const Returned = ({ transaction, ...after }: AfterBuying & { transaction: string }) => {
  const { data, error, refetch, isFetching } = useCompletion(transaction)
  if (error) return <NotLookedUp error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  if (data === undefined) return <Looking />
  if (data.status === 'pending') {
    return (
      <Screen icon={<Spinner className="text-[44px] text-muted" />} title="Waiting for your payment">
        <Waited />
        <p className="mx-auto mt-4 max-w-lg text-muted">
          Stripe has not confirmed order <span className="num whitespace-nowrap">{data.orderNumber}</span> yet. Most
          banks take a few seconds, some a few minutes.
        </p>
        <p className="mx-auto mt-3 max-w-lg text-muted">
          You can leave this page. Your mods will appear in your locker automatically, and we’ll e-mail you.
        </p>
        <Button asChild variant="outline" size="lg" className="mt-8">
          <Link to="/mod-locker">Open my locker</Link>
        </Button>
      </Screen>
    )
  }
  return data.status === 'canceled' ? <NotPaid /> : <Complete orderNumber={data.orderNumber} {...after} />
}

/** Shown while the order or payment is being looked up. */
const Looking = () => (
  <>
    <h1 className="display text-display-l">Your payment</h1>
    <PaymentCheck />
  </>
)

/** How long the visitor has been waiting, as `0:14`. */
const Waited = () => {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <p role="timer" className="num mt-2 text-small text-subtle">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </p>
  )
}

const Complete = ({ orderNumber, afterwards, bought, guide, discordUrl }: AfterBuying & { orderNumber: string }) => {
  const queries = useQueryClient()
  const { data: order } = useBoughtOrder(orderNumber)
  useEffect(() => {
    checkoutMemory.finish()
    // The cart is now empty and the locker has the mods.
    void invalidate(queries, PATHS.cart, PATHS.owned, PATHS.locker)
  }, [queries])
  const [first, ...others] = order?.items ?? []
  return (
    <>
      <Screen icon={<CircleCheck className="text-success" />} title="Thank you! Your order is complete.">
        <p className="num mt-4 text-muted">
          {order && order.totalCents > 0 && (
            <>
              You paid <span className="font-medium text-foreground">{formatUsd(order.totalCents)}</span>.{' '}
            </>
          )}
          {orderNumber && (
            <>
              Order{' '}
              <Link to={`/mod-locker?order=${orderNumber}`} className="font-medium text-foreground underline">
                {orderNumber}
              </Link>
              .{' '}
            </>
          )}
          {receiptNote(order)}
        </p>
      </Screen>
      {afterwards && <div className="mx-auto mt-8 max-w-3xl">{afterwards}</div>}
      {orderNumber && bought(orderNumber)}
      {first && (
        <section className="surface mx-auto mt-8 max-w-3xl rounded-2xl p-5 md:p-6">
          {guide(others.length === 0 ? first.title : 'your new car')}
        </section>
      )}
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button asChild variant="outline" size="lg" className="max-sm:w-full">
          <Link to="/mod-locker">Open my locker</Link>
        </Button>
        {discordUrl && (
          <Button asChild variant="outline" size="lg" className="max-sm:w-full">
            <a href={discordUrl} rel="noopener noreferrer" target="_blank">
              Join our Discord
            </a>
          </Button>
        )}
        <Button asChild variant="ghost" size="lg" className="max-sm:w-full">
          <Link to="/mods">Browse more mods</Link>
        </Button>
      </div>
    </>
  )
}

/** A free order has no receipt unless the address is confirmed. */
const receiptNote = (order: { totalCents: number } | undefined) =>
  order?.totalCents === 0 ? null : 'A receipt is on its way to your inbox.'

const NotPaid = () => (
  <Screen icon={<CircleX className="text-muted" />} title="This payment was not completed.">
    <p className="mt-4 text-muted">Nothing was charged, and your cart is as you left it.</p>
    <Button asChild variant="primary" size="lg" className="mt-8">
      <Link to="/checkout">Back to checkout</Link>
    </Button>
  </Screen>
)

interface NotLookedUpProps {
  error: Error
  isRetrying: boolean
  onRetry: () => void
}

const NotLookedUp = ({ error, isRetrying, onRetry }: NotLookedUpProps) => {
  const { status, reason } = error instanceof ApiError ? error : {}
  // A 404 is final: a retry would not help.
  const isUnknown = status === 404
  return (
    <div className="py-8">
      <h1 className="sr-only">Your payment</h1>
      <ErrorState
        title={reason ?? 'Failed to complete purchase'}
        error={isUnknown ? null : error}
        description={
          isUnknown
            ? 'This link doesn’t match any of your payments. Everything you paid for is in your locker.'
            : 'If you have paid, your mods will appear in your locker within a few minutes.'
        }
        {...(!isUnknown && { onRetry, isRetrying })}
        support={
          <Button asChild variant={isUnknown ? 'primary' : 'ghost'}>
            <Link to="/mod-locker">Open my locker</Link>
          </Button>
        }
      />
    </div>
  )
}

/** Announces the new page to screen readers. */
const Screen = ({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="mx-auto max-w-2xl pt-6 text-center md:pt-10">
      <span className="grid place-items-center [&_.lucide]:size-14 [&_.lucide]:stroke-[1.5]" aria-hidden="true">
        {icon}
      </span>
      <h1 ref={heading} tabIndex={-1} className="display mt-5 text-display-m text-balance outline-none">
        {title}
      </h1>
      {children}
    </div>
  )
}
