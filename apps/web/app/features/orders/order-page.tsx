import { ArrowLeft, Download, LifeBuoy, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { ApiPathname } from '@slipstream/contract/addresses'
import { INVOICE_TITLES } from '@slipstream/contract/invoice-texts'
import type { InvoiceDocument } from '@slipstream/contract/invoices'
import { formatUsd } from '@slipstream/contract/money'
import type { Order } from '@slipstream/contract/orders'
import { calendarDay } from '#lib/dates.ts'
import { Link } from '#lib/link.ts'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { Invoice } from './invoice.tsx'
import { OrderRights } from './order-rights.tsx'
import { ORDER_WORDS } from './order-words.ts'
import { useOrder } from './orders.queries.ts'

/** One order, which prints as its invoice. */
const OrderPage = ({ number }: { number: string }) => {
  const { data: order, error, refetch, isFetching } = useOrder(number)
  if (order) return <OrderContents order={order} />
  if (!error) {
    return (
      <>
        <Heading>Your order</Heading>
        <div className="mt-8" role="status" aria-busy="true" aria-label="Loading your order">
          <Skeleton className="h-96 rounded-2xl" />
        </div>
      </>
    )
  }
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return (
    <>
      <Heading>Your order</Heading>
      <ErrorState
        title={isUnknown ? 'Order not found.' : 'This order could not be loaded.'}
        error={isUnknown ? null : error}
        {...(isUnknown
          ? { description: 'It may belong to another of your accounts.' }
          : { onRetry: () => void refetch(), isRetrying: isFetching })}
        support={
          <Button asChild variant={isUnknown ? 'primary' : 'ghost'}>
            <Link to="/mod-locker">Back to my purchases</Link>
          </Button>
        }
      />
    </>
  )
}

const Heading = ({ children }: { children: ReactNode }) => (
  <>
    <Link
      to="/mod-locker"
      className="-ml-1 inline-flex min-h-11 items-center gap-1.5 rounded-sm px-1 text-ui text-muted hover:text-foreground print:hidden"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      My Purchases
    </Link>
    <h1 className="display num mt-1 text-display-m print:hidden">{children}</h1>
  </>
)

const OrderContents = ({ order }: { order: Order }) => {
  const { word, tone } = ORDER_WORDS[order.status]
  const [params] = useSearchParams()
  const document = order.documents.find(({ number }) => number === params.get('document')) ?? order.documents[0]
  const words = INVOICE_TITLES[document?.kind ?? 'invoice']
  return (
    <>
      <Heading>Order {order.number}</Heading>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 print:hidden">
        <p className="num flex flex-wrap items-center gap-x-4 gap-y-1 text-ui text-muted">
          <Status tone={tone}>{word}</Status>
          <span>{calendarDay(order.paidAt ?? order.createdAt)}</span>
          <span>{formatUsd(order.totalCents)}</span>
        </p>
        <div className="flex flex-wrap gap-2 max-md:w-full">
          <Button asChild variant="outline" className="max-md:flex-1">
            <Link to={`/tickets?new=order&order=${order.number}`}>
              <LifeBuoy aria-hidden="true" />
              Get help
            </Link>
          </Button>
          {order.paidAt !== null && (
            <Button variant="outline" className="max-md:flex-1" onClick={() => print()}>
              <Printer aria-hidden="true" />
              {document ? `Print the ${words.toLowerCase()}` : 'Print'}
            </Button>
          )}
          {document && (
            <Button asChild variant="outline" className="max-md:flex-1">
              <a href={pdfOf(document.number)} download>
                <Download aria-hidden="true" />
                Download PDF
              </a>
            </Button>
          )}
        </div>
      </div>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8 print:block">
        <div className="space-y-5">
          <Standing order={order} />
          <Documents order={order} shown={document} />
          <Invoice order={order} document={document} />
        </div>
        <OrderRights order={order} />
      </div>
    </>
  )
}

const pdfOf = (number: string): ApiPathname => `/api/invoices/${number}/pdf`

/** The invoice with its credit notes, if there are any. Free orders have no invoice. */
const Documents = ({ order, shown }: { order: Order; shown: InvoiceDocument | undefined }) => {
  if (order.documents.length === 0 && order.paidAt !== null && order.totalCents > 0) {
    return (
      <Notice tone="info" title="Your invoice gets its number within a few minutes." className="print:hidden">
        Open this page again then.
      </Notice>
    )
  }
  if (order.documents.length < 2) return null
  return (
    <nav aria-label="Invoice and credit notes" className="print:hidden">
      <ul className="num flex flex-wrap gap-2 text-ui">
        {order.documents.map(({ number, kind, amountCents }) => (
          <li key={number}>
            <Link
              to={`/mod-locker?order=${order.number}&document=${number}`}
              aria-current={number === shown?.number ? 'page' : undefined}
              className="inline-flex min-h-11 items-center gap-2 rounded-lg border px-3 hover:bg-raised aria-[current]:border-primary"
              preventScrollReset
            >
              {INVOICE_TITLES[kind]} {number}
              <span className="text-muted">{formatUsd(amountCents)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** What an unusual status means for the buyer. */
const STANDING = {
  pending: ['warning', 'We are waiting for your payment.', 'Your mods appear in your locker as soon as it arrives.'],
  disputed: [
    'destructive',
    'This payment is disputed.',
    'Your bank was asked to reverse it. The mods are not in your locker until that is resolved.',
  ],
  refunded: ['info', 'You got your money back.', 'The mods from this order are no longer in your locker.'],
  canceled: ['info', 'This order was not paid.', 'Nothing was charged.'],
} as const

const Standing = ({ order: { status } }: { order: Order }) => {
  if (status === 'paid' || status === 'partially_refunded') return null
  const [tone, title, more] = STANDING[status]
  return (
    <Notice tone={tone} title={title} className="print:hidden">
      {more}
    </Notice>
  )
}

export default OrderPage
