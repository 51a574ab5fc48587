import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { takeIntents } from '#lib/intents.ts'
import { createQueryClient } from '#lib/query-client.ts'
import { toasts } from '#ui/toast-store.ts'
import { AddButton } from './add-button.tsx'
import { addToCart } from './add-to-cart.ts'
import CartButton from './cart-button.tsx'
import { cartMemory, cartPanel } from './cart-memory.ts'
import { dropCart } from './cart.queries.ts'
import { kestrel, lastToast, pass, refuse, senko, show, stand } from './testing/cart-stand.tsx'

const mod = { id: 4, title: 'Kestrel R4 Rally', includedWithPremium: false }
const button = (name: string) => screen.findByRole('button', { name })
const press = async () => userEvent.click(await button('Add Kestrel R4 Rally to cart'))

test('[CART-10] [CART-14] adding a mod refetches the cart, and the button then opens the cart', async () => {
  show(
    <>
      <CartButton userId={7} />
      <AddButton mod={mod} isSignedIn />
    </>,
  )
  await waitFor(() => expect(stand.polls()).toBe(1))
  let send: (answer: Response) => void = () => {}
  stand.answers['POST /api/cart'] = () => new Promise((resolve) => (send = resolve))
  await press()
  expect((await button('Add Kestrel R4 Rally to cart')).getAttribute('aria-busy')).toBe('true')
  await press()
  expect(stand.asked.filter((call) => call === 'POST /api/cart')).toHaveLength(1)

  stand.cart = [kestrel]
  await act(async () => send(Response.json(kestrel)))
  expect(lastToast()).toBe('Added to cart / Kestrel R4 Rally')
  // The first mod opens the cart.
  expect(await screen.findByRole('dialog', { name: 'Shopping Cart' })).toBeTruthy()
  expect(toasts.get()[0]?.action).toBeUndefined()
  await userEvent.click(await button('Close cart'))
  await userEvent.click(await button('In cart: Kestrel R4 Rally'))
  expect(await screen.findByRole('dialog', { name: 'Shopping Cart' })).toBeTruthy()
})

test('the first mod opens the cart even if it is added before the cart button has loaded', async () => {
  const { client } = show(<AddButton mod={mod} isSignedIn={undefined} />)
  const cart = Promise.withResolvers<Response>()
  stand.answers['GET /api/cart'] = () => cart.promise
  await press()
  await waitFor(() => expect(stand.polls()).toBe(1))
  // The cart button does this when it mounts.
  await dropCart(client)
  cart.resolve(Response.json([kestrel]))
  await waitFor(() => expect(lastToast()).toBe('Added to cart / Kestrel R4 Rally'))
  expect(cartPanel.get()).not.toBeNull()
})

test('on a mod’s page, adding the mod shows and focuses a checkout link with the amount to pay', async () => {
  stand.cart = [senko]
  show(
    <>
      <CartButton userId={7} />
      <AddButton mod={mod} isSignedIn isLarge />
    </>,
  )
  await button('Cart, 1 item')
  await userEvent.click(await button('Add to cart: Kestrel R4 Rally'))
  // 16.99 plus the discounted price of 12.99.
  const checkout = await screen.findByRole('link', { name: 'Checkout · $29.98' })
  expect(checkout.getAttribute('href')).toBe('/checkout')
  await waitFor(() => expect(document.activeElement).toBe(checkout))
  // Adding a second mod does not open the cart.
  expect([cartPanel.get(), toasts.get()[0]?.action?.label]).toEqual([null, 'View cart'])
  await userEvent.click(within(checkout.parentElement!).getByRole('button', { name: 'View cart' }))
  expect(await screen.findByText('2 item(s) in your cart')).toBeTruthy()
})

test('the card of an owned mod says so and links to the locker', async () => {
  cartMemory.set({ ...cartMemory.nobody, isReady: true, inCart: new Set(), owned: new Set([4]) })
  show(<AddButton mod={mod} isSignedIn />)
  const link = await screen.findByRole('link', { name: 'Owned: Kestrel R4 Rally' })
  expect([link.textContent, link.getAttribute('href')]).toEqual(['Owned', '/mod-locker'])
})

test('the server renders the same cart button for everyone', () => {
  cartMemory.set({ ...cartMemory.nobody, isReady: true, inCart: new Set([4]), owned: new Set([4]) })
  const sent = [undefined, false, true].map((isSignedIn) =>
    renderToString(
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <AddButton mod={mod} isSignedIn={isSignedIn} />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
  expect(new Set(sent).size).toBe(1)
  expect(sent[0]).toContain('Add Kestrel R4 Rally to cart')
})

test('[CART-12] a signed-out visitor is told to log in, and no request is sent', async () => {
  show(<AddButton mod={mod} isSignedIn={false} />)
  await press()
  await waitFor(() => expect(lastToast()).toBe('Authentication Required / Please log in to add items to your cart.'))
  expect(toasts.get()[0]?.action?.label).toBe('Login')
  expect(stand.asked).toEqual([])
  expect(takeIntents()).toMatchObject([{ kind: 'cart', modId: 4 }])
})

test('[CART-12] a click before the sign-in state is known tells a signed-out visitor to log in', async () => {
  stand.answers['POST /api/cart'] = refuse('auth.required')
  show(<AddButton mod={mod} isSignedIn={undefined} />)
  await press()
  await waitFor(() => expect(lastToast()).toBe('Authentication Required / Please log in to add items to your cart.'))
  expect(toasts.get()[0]?.action?.label).toBe('Login')
  expect(takeIntents()).toMatchObject([{ kind: 'cart', modId: 4 }])
})

test('[CART-13] a mod that is already in the cart is not added again', async () => {
  const { client } = show(<AddButton mod={mod} isSignedIn />)
  client.setQueryData(['/api/cart'], [kestrel])
  await press()
  await waitFor(() => expect(lastToast()).toBe('Already in cart / This mod is already in your cart.'))
  expect(stand.asked).toEqual([])
  toasts.get()[0]?.action?.onSelect()
  expect(cartPanel.get()).not.toBeNull()
})

test('[CART-13] adding a mod that another tab has already added says that it is in the cart', async () => {
  stand.answers['POST /api/cart'] = refuse('cart.already_in_cart')
  show(<AddButton mod={mod} isSignedIn />)
  await press()
  await waitFor(() => expect(lastToast()).toBe('Already in cart / This mod is already in your cart.'))
})

test.each([
  ['401', refuse('auth.required'), 'You must be logged in to add items to your cart'],
  ['a message from the server', refuse('mod.not_found'), 'This mod does not exist or is not for sale.'],
  ['no message', () => new Response('', { status: 502 }), 'Failed to add item to cart'],
  ['no response', () => Promise.reject(new TypeError('offline')), 'Failed to add item to cart'],
])('[CART-14] [CART-15] a failed add with %s shows the specified toast', async (_, answer, description) => {
  stand.answers['POST /api/cart'] = answer
  show(<AddButton mod={mod} isSignedIn />)
  await press()
  await waitFor(() => expect(lastToast()).toBe(`Failed to add to cart / ${description}`))
  expect((await button('Add Kestrel R4 Rally to cart')).getAttribute('aria-busy')).toBeNull()
})

test.each(['', 'abc'])('[CART-11] %j is not a mod id: nothing is added, and the error is logged', async (modId) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  await addToCart(createQueryClient(), { modId, title: '', isSignedIn: true })
  expect(logged).toHaveBeenCalledOnce()
  expect([stand.asked, toasts.get()]).toEqual([[], []])
})

test('[CART-11] a mod id may be a string', async () => {
  await addToCart(createQueryClient(), { modId: '4', title: 'Kestrel R4 Rally', isSignedIn: true })
  expect(stand.cart).toEqual([kestrel])
})

test('[AUTH-09] a mod that Premium includes leads a member to the locker until the moment Premium ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  const included = { ...mod, includedWithPremium: true }
  show(
    <>
      <CartButton userId={7} premiumUntil={new Date(Date.now() + 2_000).toISOString()} />
      <AddButton mod={included} isSignedIn />
      <AddButton mod={{ ...mod, id: 9, title: 'Another' }} isSignedIn />
    </>,
  )
  await pass(500)
  const link = screen.getByRole('link', { name: `Included with your Premium: ${mod.title}` })
  expect(link.getAttribute('href')).toBe('/mod-locker')
  expect(screen.getByRole('button', { name: 'Add Another to cart' })).toBeDefined()
  await pass(1_000)
  expect(screen.queryByRole('link')).not.toBeNull()
  await pass(500)
  expect(screen.getByRole('button', { name: `Add ${mod.title} to cart` })).toBeDefined()
})
