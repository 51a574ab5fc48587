import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { kestrel, refuse, senko, show, stand } from '#features/cart/testing/cart-stand.tsx'
import { createQueryClient } from '#lib/query-client.ts'
import { Header } from '#shell/header.tsx'
import Cart from './routes/cart.tsx'
import DebugCart from './routes/debug-cart.tsx'

beforeEach(() => {
  localStorage.setItem('auth_token', 'a token')
  const ignore = () => undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = ignore
      disconnect = ignore
    },
  )
})

const mara = { id: 7, username: 'mara.k', email: 'mara@example.com', emailVerified: true }
const signedIn = () => {
  stand.answers['GET /api/auth/user'] = () => Response.json(mara)
  stand.answers['GET /api/site/store'] = () => Response.json({})
}
const visitor = () => {
  stand.answers['GET /api/auth/user'] = refuse('auth.required')
  stand.answers['GET /api/site/store'] = () => Response.json({})
}
const open = (page: React.ReactNode) =>
  show(
    <>
      <Header overHero={false} />
      {page}
    </>,
  )

test('[ROUTE-01] [ROUTE-23] the cart has its own page with a sign-in link that brings a signed-out visitor back', async () => {
  visitor()
  open(<Cart />)
  expect(screen.getByRole('heading', { level: 1, name: 'Shopping Cart' })).toBeTruthy()
  const link = await screen.findByRole('link', { name: 'Log in' })
  expect(link.getAttribute('href')).toBe('/login?next=%2Fcart')
  expect(stand.polls()).toBe(0)
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Cart' }).getAttribute('href')).toBe('/cart')
})

test('[ROUTE-01] [HEAD-02] a signed-in user sees the cart page with its items and the summary', async () => {
  signedIn()
  stand.cart = [kestrel, senko]
  open(<Cart />)
  expect(await screen.findByText('2 item(s) in your cart')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Cart, 2 items' })).toBeTruthy()
  expect(screen.getByText('$29.98')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Proceed to Checkout' }).getAttribute('href')).toBe('/checkout')

  await userEvent.click(screen.getByRole('button', { name: 'Remove Kestrel R4 Rally' }))
  const subtitle = await screen.findByText('1 item(s) in your cart')
  await waitFor(() => expect(document.activeElement).toBe(subtitle))
})

test('the cart page offers to try again when the user could not be loaded', async () => {
  signedIn()
  const known = stand.answers['GET /api/auth/user']
  stand.answers['GET /api/auth/user'] = refuse('server.busy')
  open(<Cart />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  if (known) stand.answers['GET /api/auth/user'] = known
  await userEvent.click(again)
  expect(await screen.findByText('Add some mods to get started!')).toBeTruthy()
})

test('[ROUTE-01] the debug page shows the user’s own cart as JSON, its totals and the last refreshes', async () => {
  signedIn()
  stand.cart = [kestrel, senko]
  open(<DebugCart />)
  const json = await screen.findByLabelText('Your cart as JSON')
  await waitFor(() => expect(json.textContent).toContain('"title": "Tsukiro Senko"'))
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '2',
    '$34.98',
    '$5.00',
    '$29.98',
  ])
  expect(screen.getByRole('listitem').textContent).toContain('2 item(s)')
})

test('[CAP-15] the server-rendered cart pages contain nothing personal: neither a sign-in link nor a cart', () => {
  for (const page of [<Cart key="cart" />, <DebugCart key="debug" />]) {
    const sent = renderToString(
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>{page}</MemoryRouter>
      </QueryClientProvider>,
    )
    expect(sent).toContain('<h1')
    expect(sent).not.toContain('item(s)')
    expect(sent).not.toContain('Log in')
  }
})
