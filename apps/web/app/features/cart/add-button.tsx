import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { ModCard } from '@slipstream/contract/mods'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { isIncludedFor, openCart, useCartMemory } from './cart-memory.ts'
import { AddedButton, loadAddToCart } from './lazy-cart.tsx'

interface AddButtonProps {
  mod: Pick<ModCard, 'id' | 'title' | 'includedWithPremium'>
  /** Undefined while unknown. */
  isSignedIn: boolean | undefined
  /** In the buy box, where it is the page's primary action. */
  isLarge?: boolean
}

const LOOKS = { large: { size: 'lg', className: 'lg:w-full' }, small: { size: 'sm' } } as const

/** Adds a mod to the cart, or links to where it already is. */
export const AddButton = ({ mod, isSignedIn, isLarge = false }: AddButtonProps) => {
  const { id, title } = mod
  const memory = useCartMemory()
  const client = useQueryClient()
  const [state, setState] = useState<'unused' | 'busy' | 'used'>('unused')
  const isInCart = memory.inCart.has(id)

  const add = async () => {
    setState('busy')
    try {
      const { addToCart } = await loadAddToCart()
      await addToCart(client, { modId: id, title, isSignedIn })
    } catch {
      // The lazy module could not be loaded.
      toast({ title: 'Failed to add to cart', description: 'Failed to add item to cart', tone: 'destructive' })
    }
    setState('used')
  }
  const words = isInCart ? 'In cart' : isLarge ? 'Add to cart' : 'Add'
  const button = (
    <Button
      variant={isInCart ? 'outline' : isLarge ? 'primary' : 'secondary'}
      {...LOOKS[isLarge ? 'large' : 'small']}
      isLoading={state === 'busy'}
      aria-label={words === 'Add' ? `Add ${title} to cart` : `${words}: ${title}`}
      onClick={() => (isInCart ? openCart() : void add())}
    >
      {/* Inlined: importing icons would cost every page with mods more than the rest of the button. */}
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d={isInCart ? 'M20 6 9 17l-5-5' : 'M5 12h14M12 5v14'} />
      </svg>
      {words}
    </Button>
  )
  const added = addedState(memory, mod, isLarge)
  if (!added) return button
  // Loads later, and looks like the button until then.
  return (
    <Suspense fallback={button}>
      <AddedButton title={title} state={added} replacesFocused={state !== 'unused'} />
    </Suspense>
  )
}

const addedState = (memory: ReturnType<typeof useCartMemory>, mod: AddButtonProps['mod'], isLarge: boolean) => {
  if (memory.owned.has(mod.id)) return 'owned'
  if (isIncludedFor(memory, mod)) return 'included'
  return isLarge && memory.inCart.has(mod.id) ? 'in cart' : null
}
