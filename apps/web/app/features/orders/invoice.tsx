import type { ReactNode } from 'react'
import { formatUsd } from '@slipstream/contract/money'
import type { Order } from '@slipstream/contract/orders'
import { calendarDay } from '#lib/calendar-day.ts'
import { cx } from '#ui/cx.ts'
import { EmailText } from '#ui/email-text.tsx'
import { ORDER_WORDS } from './order-words.ts'

/** Print is always light and without the site layout. */
const PAPER = `@media print {
  @page { size: A4; margin: 18mm 16mm; }
  html:root { color-scheme: light; --background: #fff; --card: #fff; --edge: transparent; --foreground: #000; --muted-foreground: #444; --border: #bbb; }
  body :is(header, footer, [href="#main"]) { display: none; }
  body main { padding: 0; }
  body :has(> main) { min-height: 0; }
}`

/** The invoice of an order. Fits on one printed page. */
export const Invoice = ({ order }: { order: Order }) => (
  <article
    aria-labelledby="invoice"
    className="surface rounded-2xl p-5 md:p-8 print:rounded-none print:border-0 print:p-0"
  >
    <style>{PAPER}</style>
    <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <h2 id="invoice" className="num text-title print:text-h3">
        Invoice {order.number}
      </h2>
      <Seller order={order} />
    </div>
    <dl className="num mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 text-ui">
      <Fact name="Date" value={calendarDay(order.paidAt ?? order.createdAt)} />
      <Fact
        name="Billed to"
        value={
          <>
            {order.buyer.name}
            {order.buyer.email && (
              <>
                , <EmailText address={order.buyer.email} />
              </>
            )}
          </>
        }
      />
      <Fact name="Status" value={ORDER_WORDS[order.status].word} />
    </dl>
    <Items order={order} />
    <Totals order={order} />
    <Consents order={order} />
  </article>
)

const Fact = ({ name, value }: { name: string; value: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="wrap-anywhere">{value}</dd>
  </>
)

const Seller = ({ order: { seller } }: { order: Order }) => (
  <address className="text-small whitespace-pre-line text-muted not-italic sm:text-right">
    <span className="font-medium text-foreground">{seller.name}</span>
    {['', seller.address, seller.taxId && `Tax id ${seller.taxId}`, seller.email]
      .filter((line, place) => place === 0 || line !== '')
      .join('\n')}
  </address>
)

const wide = 'pl-6 text-right max-sm:hidden print:table-cell!'

const Items = ({ order }: { order: Order }) => {
  const isReduced = order.items.some(({ discountCents }) => discountCents > 0)
  return (
    <table className="mt-6 w-full border-y text-ui">
      <thead>
        <tr className="text-small text-muted *:py-2 *:font-normal">
          <th scope="col" className="text-left">
            Mod
          </th>
          {isReduced && (
            <>
              <th scope="col" className={wide}>
                Price
              </th>
              <th scope="col" className={wide}>
                Discount
              </th>
            </>
          )}
          <th scope="col" className="pl-6 text-right">
            Paid
          </th>
        </tr>
      </thead>
      <tbody className="divide-y border-t">
        {order.items.map((item) => (
          <tr key={item.id} className="*:py-3 *:align-top">
            <td>
              <span className="font-medium">{item.title}</span>
              {item.discountCents > 0 && (
                <span className="num block text-small text-muted sm:hidden print:hidden">
                  {formatUsd(item.priceCents)} less {formatUsd(item.discountCents)}
                </span>
              )}
              {item.refundedCents > 0 && (
                <span className="num block text-small text-muted">{formatUsd(item.refundedCents)} refunded</span>
              )}
            </td>
            {isReduced && (
              <>
                <td className={cx('num text-muted', wide)}>{formatUsd(item.priceCents)}</td>
                <td className={cx('num text-muted', wide)}>
                  {item.discountCents > 0 && `−${formatUsd(item.discountCents)}`}
                </td>
              </>
            )}
            <td className="num pl-6 text-right">{formatUsd(item.paidCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Totals = ({ order }: { order: Order }) => (
  <div className="mt-4 ml-auto max-w-xs">
    <dl className="num space-y-1.5 text-ui">
      <Amount name="Subtotal" value={formatUsd(order.subtotalCents)} />
      {order.saleCents > 0 && <Amount name="Discounts" value={`−${formatUsd(order.saleCents)}`} />}
      {order.couponCode && <Amount name={`Coupon ${order.couponCode}`} value={`−${formatUsd(order.couponCents)}`} />}
      <Amount
        name={order.paidAt === null ? 'To pay' : 'Paid'}
        value={formatUsd(order.totalCents)}
        className="border-t pt-2 text-body-l font-semibold"
      />
      {order.refunds.map(({ at, amountCents }) => (
        <Amount key={at} name={`Refunded ${calendarDay(at)}`} value={`−${formatUsd(amountCents)}`} />
      ))}
    </dl>
    <p className="mt-1.5 text-right text-small text-muted">US dollars, taxes included</p>
  </div>
)

interface AmountProps {
  name: string
  value: string
  className?: string
}

const Amount = ({ name, value, className = 'text-muted' }: AmountProps) => (
  <div className={cx('flex justify-between gap-6', className)}>
    <dt className="min-w-0 wrap-anywhere">{name}</dt>
    <dd>{value}</dd>
  </div>
)

const Consents = ({ order: { consents } }: { order: Order }) => (
  <section className="mt-8 text-small text-muted">
    <h3 className="font-medium text-foreground">What you agreed to on {calendarDay(consents.at)}</h3>
    <p className="mt-1.5">{consents.delivery}</p>
    <p className="mt-1">{consents.withdrawal}</p>
  </section>
)
