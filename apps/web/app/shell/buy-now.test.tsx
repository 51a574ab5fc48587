import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { cartMemory } from '#features/cart/cart-memory.ts'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { BuyNow } from './buy-now.tsx'

afterEach(() => cartMemory.set(cartMemory.nobody))

test.each([
  [[], null],
  [[4], 'Together with the mod in your cart.'],
  [[4, 6], 'Together with the 2 mods in your cart.'],
])('buying now with the mods %j in the cart says what else is paid for', async (inCart, words) => {
  pretendStore({ 'GET /api/auth/user': () => refuse('auth.required') })
  cartMemory.set({ ...cartMemory.nobody, inCart: new Set(inCart) })
  showAt('/mods/9', <BuyNow mod={{ id: 9, title: 'Solano', includedWithPremium: false }} />)
  expect(await screen.findByRole('button', { name: 'Buy now' })).toBeTruthy()
  expect(screen.queryByText(/^Together with/)?.textContent ?? null).toBe(words)
})
