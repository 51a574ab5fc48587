import { useQueryClient } from '@tanstack/react-query'
import { RotateCcw, ShoppingCart } from 'lucide-react'
import type { CartItem } from '@slipstream/contract/cart'
import { formatUsd } from '@slipstream/contract/money'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CartLine } from './cart-line.tsx'
import { restoreItems, type useClearCart } from './cart.queries.ts'
import { useCartTotals } from './use-cart-totals.ts'

export const cartSubtitle = (items: readonly CartItem[], isLoading: boolean) => {
  if (isLoading) return 'Loading cart...'
  return items.length === 0 ? 'Your cart is empty' : `${items.length} item(s) in your cart`
}

interface Leaving {
  /** Called when a link leads out of the cart. */
  onLeave?: () => void
}

interface CartLinesProps extends Leaving {
  items: readonly CartItem[]
  isLarge?: boolean
}

export const CartLines = ({ items, isLarge = false, onLeave }: CartLinesProps) =>
  items.length > 0 && (
    <ul className="divide-y" aria-label="In your cart">
      {items.map((item, position) => (
        // Without an id, its place has to do.
        <CartLine key={item.id || -position} item={item} isLarge={isLarge} onLeave={onLeave} />
      ))}
    </ul>
  )

interface CartSummaryProps extends Leaving {
  items: readonly CartItem[]
  clearing: ReturnType<typeof useClearCart>
}

/** The total sums full prices, as specified. If less is charged, the amount to pay is shown too. */
export const CartSummary = ({ items, clearing, onLeave }: CartSummaryProps) => {
  const { total, included, discounts, youPay } = useCartTotals(items)
  const isFull = total === youPay
  return (
    <>
      <dl className="num space-y-1.5 text-ui">
        <Amount name="Total" value={formatUsd(total)} isLast={isFull} />
        {included > 0 && <Amount name="Included with Premium" value={`−${formatUsd(included)}`} isLess />}
        {discounts > 0 && <Amount name="Discounts" value={`−${formatUsd(discounts)}`} isLess />}
        {!isFull && <Amount name="You pay" value={formatUsd(youPay)} isLast />}
      </dl>
      <Button asChild variant="primary" size="lg" className="mt-4 w-full">
        <Link to="/checkout" onClick={onLeave}>
          Proceed to Checkout
        </Link>
      </Button>
      <Button variant="ghost" className="mt-2 w-full" isLoading={clearing.isClearing} onClick={clearing.clear}>
        Clear Cart
      </Button>
    </>
  )
}

interface AmountProps {
  name: string
  value: string
  isLess?: boolean
  isLast?: boolean
}

const Amount = ({ name, value, isLess = false, isLast = false }: AmountProps) => (
  <div className={cx('flex justify-between', isLast ? 'text-body-l font-semibold' : 'text-muted')}>
    <dt>{name}</dt>
    <dd className={cx(isLess && 'text-success')}>{value}</dd>
  </div>
)

export const EmptyCart = ({ taken, onLeave }: { taken: readonly CartItem[] } & Leaving) => {
  const client = useQueryClient()
  return (
    <EmptyState
      icon={<ShoppingCart />}
      title="Your cart is empty"
      description="Add some mods to get started!"
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button asChild variant="primary">
            <Link to="/mods" onClick={onLeave}>
              Browse mods
            </Link>
          </Button>
          {taken.length > 0 && (
            <Button variant="outline" onClick={() => void restoreItems(client, taken)}>
              <RotateCcw aria-hidden="true" />
              Restore cart
            </Button>
          )}
        </div>
      }
    />
  )
}

/** As tall as the lines that replace it. */
export const CartSkeleton = ({ isLarge = false }: { isLarge?: boolean }) => (
  <div className="divide-y" aria-hidden="true">
    {[1, 2, 3].map((key) => (
      <div
        key={key}
        className="flex min-h-[126px] gap-4 py-4 first:min-h-[110px] first:pt-0 last:min-h-[110px] last:pb-0"
      >
        <Skeleton className={cx('aspect-16/10 h-fit w-24 shrink-0 rounded-lg', isLarge && 'md:w-40')} />
        <div className="flex-1 space-y-2.5">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-3.5 w-full" />
          <Skeleton className="h-4 w-1/4" />
        </div>
      </div>
    ))}
  </div>
)
