import { useEffect, useRef } from 'react'
import { formatUsd } from '@slipstream/contract/money'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { openCart } from './cart-memory.ts'
import { useCart } from './cart.queries.ts'
import { useCartTotals } from './use-cart-totals.ts'

/** On a mod's page, once the mod is in the cart: the link to checkout, with the amount to pay. */
export const InCartActions = ({ replacesFocused }: { replacesFocused: boolean }) => {
  const { items } = useCart()
  const { youPay } = useCartTotals(items)
  const actions = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // The Add button had the focus and is gone. An open cart keeps the focus.
    if (replacesFocused && document.activeElement === document.body) {
      actions.current?.querySelector('a')?.focus()
    }
  }, [replacesFocused])

  return (
    <div ref={actions} className="flex flex-1 gap-2" data-in-cart>
      <Button asChild variant="primary" size="lg" className="flex-1 px-3">
        <Link to="/checkout" className="num">
          Checkout · {formatUsd(youPay)}
        </Link>
      </Button>
      <Button variant="outline" size="lg" className="px-4" onClick={openCart}>
        View cart
      </Button>
    </div>
  )
}
