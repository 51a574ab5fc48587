import { formatUsd } from '@slipstream/contract/money'
import { cx } from '#ui/cx.ts'
import type { ReadQuote } from './checkout.queries.ts'

/** What the server will charge, line by line: nothing on this page is added up in the browser. */
export const OrderSummary = ({ quote, isPricing }: { quote: ReadQuote; isPricing: boolean }) => (
  <section
    aria-labelledby="summary"
    aria-busy={isPricing || undefined}
    className="surface rounded-2xl p-5 max-lg:order-first md:p-6 lg:sticky lg:top-8"
  >
    <h2 id="summary" className="text-title">
      Your order
    </h2>
    <ul className="mt-4 divide-y text-ui">
      {quote.lines.map((line) => (
        <li key={line.modId} className="flex justify-between gap-4 py-3">
          <span>
            {line.title}
            {line.isOwned && <span className="block text-small text-destructive">You own this mod already.</span>}
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
    <dl className="num space-y-2 border-t pt-4 text-ui">
      <Amount name="Subtotal" value={formatUsd(quote.subtotalCents)} />
      {quote.saleCents > 0 && <Amount name="Discounts" value={`−${formatUsd(quote.saleCents)}`} />}
      {quote.coupon && (
        <Amount
          name={`Coupon ${quote.coupon.code} (${quote.coupon.label})`}
          value={`−${formatUsd(quote.couponCents)}`}
        />
      )}
      <Amount name="You pay" value={formatUsd(quote.totalCents)} isTotal />
    </dl>
    <p className="mt-2 text-small text-muted">In US dollars, taxes included.</p>
  </section>
)

const Amount = ({ name, value, isTotal = false }: { name: string; value: string; isTotal?: boolean }) => (
  <div className={cx('flex justify-between gap-4', isTotal ? 'pt-1 text-body-l font-semibold' : 'text-muted')}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
