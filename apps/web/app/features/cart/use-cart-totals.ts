import type { CartItem } from '@slipstream/contract/cart'
import { cartTotals } from '@slipstream/contract/cart-totals'
import { isIncludedFor, useCartMemory } from './cart-memory.ts'

/** The totals of a cart for this user: members do not pay for the mods that Premium includes. */
export const useCartTotals = (items: readonly CartItem[]) => {
  const memory = useCartMemory()
  return cartTotals(items, ({ modId, mod }) => mod !== null && isIncludedFor(memory, { id: modId, ...mod }))
}
