import { useQueryClient } from '@tanstack/react-query'
import { ShoppingCart } from 'lucide-react'
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { CartItem } from '@slipstream/contract/cart'
import { plural } from '#lib/counts.ts'
import { CountBadge } from '#ui/count-badge.tsx'
import { LazyTooltip } from '#ui/lazy-tooltip.tsx'
import { cartMemory, cartPanel, openCart } from './cart-memory.ts'
import { dropCart, useCart, useOwned } from './cart.queries.ts'
import { CartPanel, loadCartPanel } from './lazy-cart-panel.tsx'

/** How long after sign-in the cart is refetched. */
const SETTLE_MS = 100

/** Keeps the signed-in user's cart up to date for the whole page, shows the count and opens the panel. */
const CartButton = ({ userId, premiumUntil = null }: { userId: number; premiumUntil?: string | null }) => {
  useFreshCart(userId)
  useMembership(userId, premiumUntil)
  const { items } = useCart({ isPolling: true })
  const owned = useOwned()
  const button = useRef<HTMLButtonElement>(null)
  const returnFocusTo = useRef<HTMLElement>(null)
  const isOpen = useSyncExternalStore(cartPanel.subscribe, cartPanel.get) !== null
  const [isUsed, setUsed] = useState(false)
  if (isOpen && !isUsed) setUsed(true)

  useEffect(() => {
    cartMemory.set({
      ...cartMemory.get(),
      inCart: idsOf(items),
      toKeep: idsOf(items.filter(({ buyToKeep }) => buyToKeep)),
      owned: new Set(owned),
    })
  }, [items, owned])
  useEffect(() => () => cartPanel.set(null), [])

  const close = () => {
    const { openedFrom } = cartPanel.get() ?? {}
    // A toast that opened the cart is gone by now.
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
          aria-label={count === 0 ? 'Cart' : `Cart, ${plural(count, 'item')}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          className="relative grid size-10 max-md:size-11 place-items-center rounded-full text-muted hover:bg-raised/60 hover:text-foreground"
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

const idsOf = (items: readonly CartItem[]) => new Set(items.map(({ modId }) => modId))

/** Longer timers fire at once. No page stays open for that long without another check of the user. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Shows prices again the moment Premium ends, even on an open page. */
const useMembership = (userId: number, premiumUntil: string | null) => {
  useEffect(() => {
    const left = premiumUntil === null ? 0 : Date.parse(premiumUntil) - Date.now()
    const tell = (isMember: boolean) => cartMemory.set({ ...cartMemory.get(), isMember })
    tell(left > 0)
    if (left <= 0 || left > LONGEST_TIMER_MS) return
    const timer = setTimeout(() => tell(false), left)
    return () => clearTimeout(timer)
  }, [userId, premiumUntil])
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
