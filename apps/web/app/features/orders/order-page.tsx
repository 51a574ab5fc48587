import { ArrowLeft, Printer } from 'lucide-react'
import { Link } from 'react-router'
import { formatUsd } from '@slipstream/contract/money'
import type { Order } from '@slipstream/contract/orders'
import { calendarDay } from '#lib/calendar-day.ts'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { OrderRights } from './order-rights.tsx'
import { ORDER_WORDS } from './order-words.ts'
import { useOrder } from './orders.queries.ts'

/** One order, which is also its invoice when it is printed. */
const OrderPage = ({ number }: { number: string }) => {
  const { data: order, error, refetch, isFetching } = useOrder(number)
  if (order) return <OrderContents order={order} />
  if (!error) return <Skeleton className="mt-8 h-96 rounded-2xl" />
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return (
    <ErrorState
      title={isUnknown ? 'There is no such order.' : 'This order could not be loaded.'}
      {...(!isUnknown && { onRetry: () => void refetch(), isRetrying: isFetching })}
      support={
        <Link to="/mod-locker" className="underline">
          Back to my purchases
        </Link>
      }
    />
  )
}

const OrderContents = ({ order }: { order: Order }) => {
  const { word, tone } = ORDER_WORDS[order.status]
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 print:hidden">
        <Link
          to="/mod-locker"
          className="flex items-center gap-1.5 rounded-sm text-ui text-muted hover:text-foreground"
        >
          <ArrowLeft className="size-4" aria-hidden="true" />
          My Purchases
        </Link>
        <Button variant="outline" onClick={() => print()}>
          <Printer aria-hidden="true" />
          Print the invoice
        </Button>
      </div>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] print:block">
        <article
          aria-labelledby="order"
          className="surface rounded-2xl p-5 md:p-8 print:border-0 print:bg-white print:p-0 print:text-black"
        >
          <div className="flex flex-wrap items-start justify-between gap-4">
            <div>
              <h2 id="order" className="num text-title">
                Invoice {order.number}
              </h2>
              <p className="num mt-1 text-ui text-muted">
                {calendarDay(order.paidAt ?? order.createdAt)} · <Status tone={tone}>{word}</Status>
              </p>
            </div>
            <Seller order={order} />
          </div>
          <p className="mt-6 text-ui text-muted">
            For {order.buyer.name}
            {order.buyer.email && `, ${order.buyer.email}`}
          </p>
          <Items order={order} />
          <Totals order={order} />
          <Consents order={order} />
        </article>
        <OrderRights order={order} />
      </div>
    </>
  )
}

const Seller = ({ order: { seller } }: { order: Order }) => (
  <address className="text-right text-small whitespace-pre-line text-muted not-italic">
    {[seller.name, seller.address, seller.taxId && `Tax id ${seller.taxId}`, seller.email].filter(Boolean).join('\n')}
  </address>
)

const Items = ({ order }: { order: Order }) => (
  <ul className="mt-4 divide-y border-y text-ui">
    {order.items.map((item) => (
      <li key={item.id} className="flex justify-between gap-4 py-3">
        <span>
          {item.title}
          {item.refundedCents > 0 && (
            <span className="block text-small text-muted">{formatUsd(item.refundedCents)} given back</span>
          )}
        </span>
        <span className="num shrink-0 text-right">
          {formatUsd(item.paidCents)}
          {item.discountCents > 0 && (
            <del className="block text-small text-muted">
              <span className="sr-only">instead of </span>
              {formatUsd(item.priceCents)}
            </del>
          )}
        </span>
      </li>
    ))}
  </ul>
)

const Totals = ({ order }: { order: Order }) => (
  <dl className="num mt-4 ml-auto max-w-xs space-y-1.5 text-ui">
    <Amount name="Subtotal" value={formatUsd(order.subtotalCents)} />
    {order.saleCents > 0 && <Amount name="Discounts" value={`−${formatUsd(order.saleCents)}`} />}
    {order.couponCode && <Amount name={`Coupon ${order.couponCode}`} value={`−${formatUsd(order.couponCents)}`} />}
    <Amount name="Paid" value={formatUsd(order.totalCents)} isTotal />
    {order.refunds.map(({ at, amountCents }) => (
      <Amount key={at} name={`Given back ${calendarDay(at)}`} value={`−${formatUsd(amountCents)}`} />
    ))}
    <p className="pt-1 text-right text-small text-muted">US dollars, taxes included</p>
  </dl>
)

const Amount = ({ name, value, isTotal = false }: { name: string; value: string; isTotal?: boolean }) => (
  <div className={cx('flex justify-between gap-6', isTotal ? 'font-semibold' : 'text-muted')}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

const Consents = ({ order: { consents } }: { order: Order }) => (
  <section className="mt-8 text-small text-muted">
    <h3 className="font-medium text-foreground print:text-black">What you agreed to on {calendarDay(consents.at)}</h3>
    <p className="mt-1.5">{consents.delivery}</p>
    <p className="mt-1">{consents.withdrawal}</p>
  </section>
)

export default OrderPage
