import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ModCard } from '@slipstream/contract/mods'
import { useUser } from '#features/auth/auth.queries.ts'
import { isIncludedFor, useCartMemory } from '#features/cart/cart-memory.ts'
import { loadAddToCart } from '#features/cart/lazy-cart.tsx'
import { Button } from '#ui/button.tsx'

/** Adds the mod and goes straight to checkout. Hidden if the mod is in the cart or included in the user's Premium. */
export const BuyNow = ({ mod }: { mod: Pick<ModCard, 'id' | 'title' | 'includedWithPremium'> }) => {
  const { data: user } = useUser()
  const memory = useCartMemory()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  if (memory.inCart.has(mod.id) || isIncludedFor(memory, mod)) return null
  const buy = async () => {
    setBusy(true)
    const { buyNow } = await loadAddToCart()
    await buyNow(client, { modId: mod.id, isSignedIn: user === undefined ? undefined : user !== null })
    setBusy(false)
  }
  const others = memory.inCart.size
  return (
    <>
      <Button variant="outline" size="lg" className="mt-3 w-full" isLoading={isBusy} onClick={() => void buy()}>
        Buy now
      </Button>
      {others > 0 && (
        <p className="mt-2 text-center text-small text-muted">
          {others === 1 ? 'Together with the mod in your cart.' : `Together with the ${others} mods in your cart.`}
        </p>
      )}
    </>
  )
}
