import type { RefObject } from 'react'
import { Sheet } from '#ui/sheet.tsx'
import { CartLines, CartSkeleton, CartSummary, cartSubtitle, EmptyCart } from './cart-contents.tsx'
import { useCart, useClearCart } from './cart.queries.ts'

interface CartPanelProps {
  isOpen: boolean
  onClose: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

/** The cart as a side panel. */
const CartPanel = ({ isOpen, onClose, returnFocusTo }: CartPanelProps) => {
  const { items, isLoading } = useCart()
  const clearing = useClearCart()
  return (
    <Sheet
      title="Shopping Cart"
      subtitle={<span aria-live="polite">{cartSubtitle(items, isLoading)}</span>}
      open={isOpen}
      onOpenChange={(stays) => {
        if (!stays) onClose()
      }}
      returnFocusTo={returnFocusTo}
      closeLabel="Close cart"
      footer={items.length > 0 && <CartSummary items={items} clearing={clearing} onLeave={onClose} />}
    >
      {isLoading && <CartSkeleton />}
      {!isLoading && items.length === 0 && <EmptyCart taken={clearing.taken} onLeave={onClose} />}
      <CartLines items={items} onLeave={onClose} />
    </Sheet>
  )
}

export default CartPanel
