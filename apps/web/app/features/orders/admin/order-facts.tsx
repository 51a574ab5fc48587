import type { ReactNode } from 'react'
import type { ApiPathname } from '@slipstream/contract/addresses'
import { INVOICE_TITLES } from '@slipstream/contract/invoice-texts'
import { formatUsd } from '@slipstream/contract/money'
import type { AdminOrder, OrderRefund } from '@slipstream/contract/orders-admin'
import { Link } from '#lib/link.ts'
import { Card } from '#ui/card.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { Moment } from '#ui/moment.tsx'
import { ShortId } from '#ui/short-id.tsx'
import { Status } from '#ui/status.tsx'
import type { Tone } from '#ui/tone-style.ts'

/** The customer, payment, refunds and requests of an order. */
export const OrderFacts = ({ order }: { order: AdminOrder }) => (
  <div className="flex min-w-0 flex-col gap-5">
    <Card title="Customer">
      <dl className="flex flex-col gap-3 text-ui">
        <Fact name="Name">
          <Link
            to={{ search: `?${new URLSearchParams({ q: order.username }).toString()}` }}
            className="rounded-sm underline underline-offset-4"
            aria-label={`All orders by ${order.username}`}
          >
            {order.username}
          </Link>
        </Fact>
        <Fact name="Account">
          <Link to={`/admin/users?user=${order.userId}`} className="rounded-sm underline underline-offset-4">
            User #{order.userId}
          </Link>
        </Fact>
        {order.buyer.email && (
          <Fact name="Receipts go to">
            <EmailText address={order.buyer.email} />
          </Fact>
        )}
        <Fact name={`Agreed (${order.consents.version})`}>
          <Moment at={order.consents.at} />
        </Fact>
        <Fact name="Terms and policies">
          <Link to={`/admin/legal/terms?order=${order.number}`} className="rounded-sm underline underline-offset-4">
            Versions of that day
          </Link>
        </Fact>
      </dl>
    </Card>
    {(order.stripeSessionId ?? order.paymentIntentId) && (
      <Card title="Payment">
        <dl className="flex flex-col gap-3 text-ui">
          {order.paymentIntentId && (
            <Fact name="Payment">
              <ShortId id={order.paymentIntentId} label="payment id" />
            </Fact>
          )}
          {order.stripeSessionId && (
            <Fact name="Checkout">
              <ShortId id={order.stripeSessionId} label="checkout id" />
            </Fact>
          )}
          {order.status === 'pending' && order.expiresAt && (
            <Fact name="Can be paid until">
              <Moment at={order.expiresAt} />
            </Fact>
          )}
        </dl>
      </Card>
    )}
    {order.documents.length > 0 && <Documents order={order} />}
    {order.refundsAsked.length > 0 && <Refunds refunds={order.refundsAsked} />}
    {order.requests.some(({ state }) => state !== 'open') && <Requests order={order} />}
  </div>
)

const Documents = ({ order: { documents } }: { order: AdminOrder }) => (
  <Card title="Invoices">
    <ul className="num flex flex-col gap-2 text-ui">
      {documents.map(({ number, kind, amountCents }) => (
        <li key={number} className="flex flex-wrap justify-between gap-x-3">
          <a
            href={`/api/admin/invoices/${number}/pdf` satisfies ApiPathname}
            download
            className="inline-flex min-h-6 items-center rounded-sm underline underline-offset-4"
          >
            {INVOICE_TITLES[kind]} {number}, PDF
          </a>
          {formatUsd(amountCents)}
        </li>
      ))}
    </ul>
  </Card>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-small text-muted">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)

const REFUND_WORDS: Record<OrderRefund['state'], { word: string; tone: Tone }> = {
  queued: { word: 'In progress', tone: 'warning' },
  sent: { word: 'Refunded', tone: 'success' },
  failed: { word: 'Failed', tone: 'destructive' },
}

const Refunds = ({ refunds }: { refunds: readonly OrderRefund[] }) => (
  <Card title="Refunds">
    <ul aria-label="Refunds" className="flex flex-col gap-3 text-ui">
      {refunds.map(({ id, state, amountCents, reason, error }) => (
        <li key={id}>
          <p className="num flex flex-wrap justify-between gap-x-3">
            <Status tone={REFUND_WORDS[state].tone}>{REFUND_WORDS[state].word}</Status>
            {formatUsd(amountCents)}
          </p>
          <p className="text-small text-muted wrap-anywhere">{reason}</p>
          {error && <p className="text-small text-destructive wrap-anywhere">{error}</p>}
        </li>
      ))}
    </ul>
  </Card>
)

const outcomeOf = ({ kind, state, isFromBuyer }: AdminOrder['requests'][number]) => {
  if (isFromBuyer) return `${kind === 'withdrawal' ? 'Withdrawal' : 'Refund'}, ${state}`
  return state === 'granted' ? 'Reviewed, refunded' : 'Reviewed, closed'
}

const Requests = ({ order: { requests } }: { order: AdminOrder }) => (
  <Card title="Requests">
    <ul className="flex flex-col gap-3 text-ui">
      {requests
        .filter(({ state }) => state !== 'open')
        .map((request) => (
          <li key={request.createdAt}>
            <p>
              {outcomeOf(request)}{' '}
              <span className="text-small text-muted">
                <Moment at={request.createdAt} />
              </span>
            </p>
            {request.reason && (
              <p className="text-small whitespace-pre-line text-muted wrap-anywhere">{request.reason}</p>
            )}
            {request.answer && (
              <p className="text-small whitespace-pre-line wrap-anywhere">
                {request.isFromBuyer ? 'Answer' : 'Decided'}: {request.answer}
              </p>
            )}
          </li>
        ))}
    </ul>
  </Card>
)
