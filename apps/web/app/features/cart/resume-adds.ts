import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#lib/request.ts'
import { goToCheckout, tellFailedAdd } from './add-to-cart.ts'
import { openCart } from './cart-memory.ts'
import { sendAdd } from './cart.queries.ts'

/** The page shows these by itself: the mod is in the cart, owned, or included. */
const SEEN_ON_THE_PAGE: readonly unknown[] = ['cart.already_in_cart', 'cart.owned', 'cart.included']

/**
 * Adds the mods that the user wanted before signing in, and goes to checkout if they wanted to buy at once. The open
 * cart shows the result: a toast would replace the welcome, which asks new users to confirm their address.
 */
export const resumeAdds = async (client: QueryClient, modIds: readonly number[], isBuying = false) => {
  let isInCart = false
  for (const modId of modIds) {
    try {
      await sendAdd(client, { modId })
      isInCart = true
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined
      isInCart ||= code === 'cart.already_in_cart'
      if (!SEEN_ON_THE_PAGE.includes(code)) tellFailedAdd(error)
    }
  }
  if (isInCart && isBuying) goToCheckout()
  else if (isInCart) openCart()
}
