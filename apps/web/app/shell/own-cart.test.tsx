// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/wishlist'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { cartPanel } from '#features/cart/cart-memory.ts'
import { lastToast, refuse, show, stand } from '#features/cart/testing/cart-stand.tsx'
import { keepIntent } from '#lib/intents.ts'
import { createQueryClient } from '#lib/query-client.ts'
import OwnCart from './own-cart.tsx'

afterEach(() => sessionStorage.clear())

const changes = () => stand.asked.filter((call) => !call.startsWith('GET'))
const isSettled = () => waitFor(() => expect(stand.polls()).toBeGreaterThan(0))

test('a mod that a visitor wanted is added once after sign-in, and the cart opens', async () => {
  keepIntent({ kind: 'cart', modId: 4 })
  const { unmount } = show(<OwnCart userId={7} />)
  expect(await screen.findByRole('dialog', { name: 'Shopping Cart' })).toBeTruthy()
  expect(await screen.findByText('1 item(s) in your cart')).toBeTruthy()
  // No toast may replace the welcome after sign-in.
  expect(lastToast()).toBeUndefined()
  unmount()

  show(<OwnCart userId={7} />)
  await isSettled()
  expect([changes(), cartPanel.get()]).toEqual([['POST /api/cart'], null])
})

test('a mod that a visitor wanted to save is on the wishlist after sign-in, and no cart opens', async () => {
  keepIntent({ kind: 'wishlist', modId: 4 })
  show(<OwnCart userId={7} />)
  await waitFor(() => expect(changes()).toEqual(['POST /api/wishlist']))
  await isSettled()
  expect(cartPanel.get()).toBeNull()
})

test('a mod that a visitor wanted is added only after the sign-in page is left', async () => {
  keepIntent({ kind: 'cart', modId: 4 })
  const router = createMemoryRouter([{ path: '*', element: <OwnCart userId={7} /> }], { initialEntries: ['/login'] })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await isSettled()
  expect(changes()).toEqual([])
  await act(() => router.navigate('/mods/4'))
  expect(await screen.findByText('1 item(s) in your cart')).toBeTruthy()
})

test.each(['cart.owned', 'cart.included'] as const)(
  'a mod wanted before sign-in and refused with %s opens no cart',
  async (code) => {
    stand.answers['POST /api/cart'] = refuse(code)
    keepIntent({ kind: 'cart', modId: 4 })
    show(<OwnCart userId={7} />)
    await waitFor(() => expect(changes()).toEqual(['POST /api/cart']))
    await isSettled()
    expect([lastToast(), cartPanel.get()]).toEqual([undefined, null])
  },
)

test('when a mod wanted before sign-in cannot be added, a toast says why', async () => {
  stand.answers['POST /api/cart'] = refuse('mod.not_found')
  keepIntent({ kind: 'cart', modId: 4 })
  show(<OwnCart userId={7} />)
  await waitFor(() => expect(lastToast()).toBe('Failed to add to cart / This mod does not exist or is not for sale.'))
  expect(cartPanel.get()).toBeNull()
})

test('signing in without a wanted mod sends no request and opens no cart', async () => {
  show(<OwnCart userId={7} />)
  await isSettled()
  expect([changes(), cartPanel.get()]).toEqual([[], null])
})
