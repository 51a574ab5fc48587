import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ModCard } from '@slipstream/contract/mods'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { isIncludedFor, openCart, useCartMemory } from './cart-memory.ts'
import { loadAddToCart } from './lazy-cart.tsx'

interface AddButtonProps {
  mod: Pick<ModCard, 'id' | 'title' | 'includedWithPremium'>
  /** Undefined while unknown. */
  isSignedIn: boolean | undefined
  /** In the buy box, where it is the page's primary action. */
  isLarge?: boolean
}

/** Adds a mod to the cart, or links to where it already is. */
export const AddButton = ({ mod, isSignedIn, isLarge = false }: AddButtonProps) => {
  const { id, title } = mod
  const memory = useCartMemory()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const size = isLarge ? { size: 'lg' as const, className: 'lg:w-full' } : { size: 'sm' as const }

  if (memory.owned.has(id)) return <LockerLink title={title} words="Locker" {...size} />
  if (isIncludedFor(memory, mod)) {
    return <LockerLink title={title} words={isLarge ? 'Locker' : 'Included'} isPrimary={isLarge} {...size} />
  }
  const isInCart = memory.inCart.has(id)
  const add = async () => {
    setBusy(true)
    try {
      const { addToCart } = await loadAddToCart()
      await addToCart(client, { modId: id, title, isSignedIn })
    } catch {
      // The lazy module could not be loaded.
      toast({ title: 'Failed to add to cart', description: 'Failed to add item to cart', tone: 'destructive' })
    }
    setBusy(false)
  }
  const words = isInCart ? 'In cart' : isLarge ? 'Add to cart' : 'Add'
  return (
    <Button
      variant={isInCart ? 'outline' : isLarge ? 'primary' : 'secondary'}
      isLoading={isBusy}
      aria-label={words === 'Add' ? `Add ${title} to cart` : `${words}: ${title}`}
      onClick={() => (isInCart ? openCart() : void add())}
      {...size}
    >
      <Icon path={isInCart ? 'M20 6 9 17l-5-5' : 'M5 12h14M12 5v14'} />
      {words}
    </Button>
  )
}

interface LockerLinkProps {
  title: string
  words: 'Locker' | 'Included'
  isPrimary?: boolean
  size: 'lg' | 'sm'
  className?: string
}

/** For a mod that is owned, or that Premium includes. */
const LockerLink = ({ title, words, isPrimary = false, ...size }: LockerLinkProps) => (
  <Button asChild variant={isPrimary ? 'primary' : 'outline'} {...size}>
    <Link to="/mod-locker" aria-label={`${words === 'Locker' ? words : 'Included with your Premium'}: ${title}`}>
      <Icon path="M12 15V3m-5 7 5 5 5-5M5 21h14" />
      {words}
    </Link>
  </Button>
)

/** Inlined: importing three icons would cost every page with mods more than the rest of the button. */
const Icon = ({ path }: { path: string }) => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" aria-hidden="true">
    <path d={path} />
  </svg>
)
