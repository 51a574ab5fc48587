import { useQueryClient } from '@tanstack/react-query'
import { ShoppingCart } from 'lucide-react'
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { CountBadge } from '#ui/count-badge.tsx'
import { LazyTooltip } from '#ui/lazy-tooltip.tsx'
import { cartMemory, cartPanel, openCart } from './cart-memory.ts'
import { dropCart, useCart, useOwned } from './cart.queries.ts'
import { CartPanel, loadCartPanel } from './lazy-cart-panel.tsx'

/** How long after sign-in the cart is refetched. */
const SETTLE_MS = 100

/** Keeps the signed-in user's cart up to date for the whole page, shows the count and opens the panel. */
const CartButton = ({ userId }: { userId: number }) => {
  useFreshCart(userId)
  const { items } = useCart({ isPolling: true })
  const owned = useOwned()
  const button = useRef<HTMLButtonElement>(null)
  const returnFocusTo = useRef<HTMLElement>(null)
  const isOpen = useSyncExternalStore(cartPanel.subscribe, cartPanel.get) !== null
  const [isUsed, setUsed] = useState(false)
  if (isOpen && !isUsed) setUsed(true)

  useEffect(() => {
    cartMemory.set({ ...cartMemory.get(), inCart: new Set(items.map(({ modId }) => modId)), owned: new Set(owned) })
  }, [items, owned])
  useEffect(() => () => cartPanel.set(null), [])

  const close = () => {
    const { openedFrom } = cartPanel.get() ?? {}
    // The toast is gone by now.
    returnFocusTo.current = openedFrom instanceof HTMLElement && openedFrom.isConnected ? openedFrom : button.current
    cartPanel.set(null)
  }

  const count = items.length
  return (
    <>
      <LazyTooltip label="Cart">
        <button
          ref={button}
          type="button"
          aria-label={count === 0 ? 'Cart' : `Cart, ${count} ${count === 1 ? 'item' : 'items'}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          className="relative grid size-10 place-items-center rounded-full text-muted hover:bg-raised/60 hover:text-foreground"
          onPointerEnter={() => void loadCartPanel()}
          onFocus={() => void loadCartPanel()}
          onClick={openCart}
        >
          <ShoppingCart className="size-[18px]" aria-hidden="true" />
          {count > 0 && <CountBadge key={count} count={count} className="absolute top-0.5 right-0 animate-pop-in" />}
        </button>
      </LazyTooltip>
      {isUsed && (
        <Suspense>
          <CartPanel isOpen={isOpen} onClose={close} returnFocusTo={returnFocusTo} />
        </Suspense>
      )}
    </>
  )
}

/** On sign-in the cart cache is dropped and refetched after a short delay. */
const useFreshCart = (userId: number) => {
  const client = useQueryClient()
  useEffect(() => {
    void dropCart(client)
    const timer = setTimeout(() => cartMemory.set({ ...cartMemory.get(), isReady: true }), SETTLE_MS)
    return () => {
      clearTimeout(timer)
      cartMemory.set(cartMemory.nobody)
    }
  }, [client, userId])
}

export default CartButton
