import { type Cents, formatUsd } from '@slipstream/contract/money'
import { cx } from '#ui/cx.ts'

interface PriceProps {
  price: Cents
  discountPrice: Cents | null
  className?: string
}

/** The price to pay, and the old price beside it. */
export const Price = ({ price, discountPrice, className }: PriceProps) => (
  <span className={cx('num inline-flex items-baseline gap-2', className)}>
    {discountPrice === null ? (
      <span className="font-semibold">{formatUsd(price)}</span>
    ) : (
      <>
        <span className="sr-only">Now</span>
        <span className="font-semibold">{formatUsd(discountPrice)}</span>
        <span className="sr-only">before</span>
        <s className="text-[0.8em] text-subtle">{formatUsd(price)}</s>
      </>
    )}
  </span>
)

/** `-28%`, rounded down so that it never promises too much. */
export const discountText = (price: Cents, discountPrice: Cents) =>
  `-${Math.floor(((price - discountPrice) / price) * 100)}%`
