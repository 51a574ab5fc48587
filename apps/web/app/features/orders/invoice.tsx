import type { ReactNode } from 'react'
import { INVOICE_TITLES, INVOICE_TOTALS, paymentText, taxLine } from '@slipstream/contract/invoice-texts'
import type { InvoiceDocument } from '@slipstream/contract/invoices'
import { type Cents, cents, formatUsd } from '@slipstream/contract/money'
import type { Order } from '@slipstream/contract/orders'
import { calendarDay } from '#lib/dates.ts'
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

interface InvoiceProps {
  order: Order
  /** Undefined until the invoice has its number, and for orders that were not paid or cost nothing. */
  document: InvoiceDocument | undefined
}

/** The invoice or a credit note of an order, as issued. Without one, a summary of the order. */
export const Invoice = ({ order, document }: InvoiceProps) => (
  <article
    aria-labelledby="invoice"
    className="surface rounded-2xl p-5 md:p-8 print:rounded-none print:border-0 print:p-0"
  >
    <style>{PAPER}</style>
    <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <h2 id="invoice" className="num text-title print:text-h3">
        {document ? `${INVOICE_TITLES[document.kind]} ${document.number}` : `Summary of order ${order.number}`}
      </h2>
      <Seller seller={document?.seller ?? order.seller} />
    </div>
    <dl className="num mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 text-ui">
      {document ? <DocumentFacts document={document} /> : <OrderFacts order={order} />}
    </dl>
    <Items items={document ? document.lines : order.items.map(toLine)} isDocument={document !== undefined} />
    {document ? <DocumentTotals order={order} document={document} /> : <Totals order={order} />}
    {document?.kind !== 'credit_note' && document?.kind !== 'cancellation' && <Consents order={order} />}
  </article>
)

const toLine = ({ title, priceCents, discountCents, paidCents, refundedCents }: Order['items'][number]): Line => ({
  ...{ title, priceCents, discountCents, refundedCents },
  amountCents: paidCents,
})

type Line = InvoiceDocument['lines'][number] & { refundedCents?: Cents }

const Fact = ({ name, value }: { name: string; value: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
  </>
)

const OrderFacts = ({ order }: { order: Order }) => (
  <>
    <Fact name="Date" value={calendarDay(order.paidAt ?? order.createdAt)} />
    <Fact name="Billed to" value={<Person name={order.buyer.name} email={order.buyer.email} />} />
    <Fact name="Status" value={ORDER_WORDS[order.status].word} />
  </>
)

const DocumentFacts = ({ document }: { document: InvoiceDocument }) => {
  const { kind, buyer, refersTo } = document
  const { billing } = buyer
  const isInvoice = kind === 'invoice'
  const method = paymentText(document.payment)
  return (
    <>
      <Fact name="Date of issue" value={document.issuedOn} />
      <Fact name={isInvoice ? 'Date of payment' : 'Date of refund'} value={document.movedOn} />
      <Fact name="Order" value={document.orderNumber} />
      {refersTo && <Fact name={kind === 'credit_note' ? 'For invoice' : 'Cancels'} value={refersTo} />}
      <Fact
        name="Billed to"
        value={
          <>
            {billing &&
              `${[billing.name, billing.address, billing.taxId && `Tax number ${billing.taxId}`].filter(Boolean).join('\n')}\n`}
            <Person name={buyer.name} email={buyer.email} />
          </>
        }
      />
      {method && <Fact name={isInvoice ? 'Paid with' : 'Refunded to'} value={method} />}
    </>
  )
}

const Person = ({ name, email }: { name: string | null; email: string | null }) => (
  <>
    {name}
    {email && (
      <>
        , <EmailText address={email} />
      </>
    )}
  </>
)

const Seller = ({ seller }: { seller: Order['seller'] }) => (
  <address className="text-small whitespace-pre-line text-muted not-italic wrap-anywhere sm:text-right">
    <span className="font-medium text-foreground">{seller.name}</span>
    {['', seller.address, seller.taxId && `Tax number ${seller.taxId}`, seller.email]
      .filter((line, place) => place === 0 || line !== '')
      .join('\n')}
  </address>
)

const wide = 'pl-6 text-right max-sm:hidden print:table-cell!'

const Items = ({ items, isDocument }: { items: readonly Line[]; isDocument: boolean }) => {
  const isReduced = items.some(({ discountCents }) => discountCents > 0)
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
            {isDocument ? 'Amount' : 'Paid'}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y border-t">
        {items.map((item, place) => (
          <tr key={`${place}-${item.title}`} className="*:py-3 *:align-top">
            <td>
              <span className="font-medium">{item.title}</span>
              {item.discountCents > 0 && (
                <span className="num block text-small text-muted sm:hidden print:hidden">
                  {formatUsd(item.priceCents)} less {formatUsd(item.discountCents)}
                </span>
              )}
              {item.refundedCents !== undefined && item.refundedCents > 0 && (
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
            <td className="num pl-6 text-right">{formatUsd(item.amountCents)}</td>
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
    <p className="mt-1.5 text-right text-small text-muted">US dollars</p>
  </div>
)

const DocumentTotals = ({
  order,
  document: { kind, lines, amountCents, couponCode, seller },
}: {
  order: Order
  document: InvoiceDocument
}) => {
  const discount = lines.reduce((sum, line) => sum + line.discountCents, 0)
  const subtotal = lines.reduce((sum, line) => sum + line.priceCents, 0)
  return (
    <div className="mt-4 ml-auto max-w-xs">
      <dl className="num space-y-1.5 text-ui">
        {discount > 0 && (
          <>
            <Amount name="Subtotal" value={formatUsd(cents(subtotal))} />
            <Amount
              name={couponCode ? `Discounts, coupon ${couponCode}` : 'Discounts'}
              value={`−${formatUsd(cents(discount))}`}
            />
          </>
        )}
        <Amount
          name={INVOICE_TOTALS[kind]}
          value={formatUsd(amountCents)}
          className="border-t pt-2 text-body-l font-semibold"
        />
        {kind === 'invoice' && <Refunds order={order} />}
      </dl>
      <p className="mt-1.5 text-right text-small text-muted wrap-anywhere">US dollars. {taxLine(seller.taxNote)}</p>
    </div>
  )
}

/** Refunds after the invoice was issued. They are not part of the printed invoice. */
const Refunds = ({ order: { refunds } }: { order: Order }) =>
  refunds.map(({ at, amountCents }) => (
    <Amount
      key={at}
      name={`Refunded ${calendarDay(at)}`}
      value={`−${formatUsd(amountCents)}`}
      className="text-muted print:hidden"
    />
  ))

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
