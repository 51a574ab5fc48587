import { type ReactNode, useState } from 'react'
import { formatUsd } from '@slipstream/contract/money'
import { plural } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import type { ReadQuote } from './checkout.queries.ts'

/** How many lines of a long order a phone shows above the form. */
const FIRST_LINES = 3

interface OrderSummaryProps {
  quote: ReadQuote
  isPricing: boolean
  thumb: (modId: number) => ReactNode
}

/** What the server will charge, line by line. The browser computes no amount. */
export const OrderSummary = ({ quote, isPricing, thumb }: OrderSummaryProps) => {
  const [isOpen, setOpen] = useState(false)
  const { lines, included } = quote
  return (
    <section
      aria-labelledby="summary"
      aria-busy={isPricing || undefined}
      className="surface rounded-2xl p-5 max-lg:order-first md:p-6 lg:sticky lg:top-8"
    >
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="summary" className="text-title">
          Your order
        </h2>
        <p className="num text-ui text-muted">{plural(lines.length, 'mod')}</p>
      </div>
      <ul className="mt-3 text-ui">
        {lines.map((line, place) => (
          <li
            key={line.modId}
            className={cx(
              'flex items-center gap-3.5 border-b py-3',
              !isOpen && place >= FIRST_LINES && 'max-lg:hidden',
            )}
          >
            {thumb(line.modId)}
            <span className="min-w-0 flex-1 font-medium">
              {line.title}
              {line.isOwned && (
                <span className="block text-small font-normal text-destructive">You already own this mod.</span>
              )}
            </span>
            <span className="num shrink-0 text-right">
              {formatUsd(line.paysCents)}
              {line.paysCents < line.priceCents && (
                <del className="block text-small text-muted">
                  <span className="sr-only">instead of </span>
                  {formatUsd(line.priceCents)}
                </del>
              )}
            </span>
          </li>
        ))}
      </ul>
      {lines.length > FIRST_LINES && (
        <Button
          variant="ghost"
          className="mt-1 h-11 w-full lg:hidden"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : `Show all ${plural(lines.length, 'mod')}`}
        </Button>
      )}
      {included.length > 0 && (
        <ul className="mt-3 text-ui" aria-label="Included with your Premium">
          {included.map(({ modId, title }) => (
            <li key={modId} className="flex items-center gap-3.5 border-b py-3">
              {thumb(modId)}
              <span className="min-w-0 flex-1 font-medium">
                {title}
                <span className="block text-small font-normal text-premium">Included with your Premium</span>
              </span>
              <span className="shrink-0 text-small text-muted">Not charged</span>
            </li>
          ))}
        </ul>
      )}
      <dl className={cx('num mt-4 space-y-2 text-ui transition-opacity', isPricing && 'opacity-60')}>
        <Amount name="Subtotal" value={formatUsd(quote.subtotalCents)} />
        {quote.saleCents > 0 && <Amount name="Discounts" value={`−${formatUsd(quote.saleCents)}`} isLess />}
        {quote.coupon && (
          <Amount
            name={`Coupon ${quote.coupon.code} (${quote.coupon.label})`}
            value={`−${formatUsd(quote.couponCents)}`}
            isLess
          />
        )}
        <div className="flex items-baseline justify-between gap-4 border-t pt-3 font-semibold">
          <dt className="text-body-l">You pay</dt>
          <dd className="text-h3">{formatUsd(quote.totalCents)}</dd>
        </div>
      </dl>
      <p className="text-right text-small text-muted">In US dollars. Nothing is added to this price.</p>
      {quote.totalCents > 0 && (
        <p className="text-right text-small text-muted">
          Need a company name or tax number on the invoice?{' '}
          <Link to="/profile#billing" className="rounded-sm underline underline-offset-4">
            Add it before you pay
          </Link>
        </p>
      )}
    </section>
  )
}

const Amount = ({ name, value, isLess = false }: { name: string; value: string; isLess?: boolean }) => (
  <div className="flex justify-between gap-4 text-muted">
    <dt className="min-w-0 wrap-anywhere">{name}</dt>
    <dd className={cx(isLess && 'text-success')}>{value}</dd>
  </div>
)
