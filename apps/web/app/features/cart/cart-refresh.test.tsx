import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#lib/query-client.ts'
import CartButton from './cart-button.tsx'
import { cartMemory } from './cart-memory.ts'
import { CartPage } from './cart-page.tsx'
import { item, kestrel, pass, refuse, senko, show, stand } from './testing/cart-stand.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})

const cartButton = () => screen.getByRole('button', { name: /^Cart/ })
const shownCount = () => cartButton().getAttribute('aria-label')

test('[CART-08] the cart is refetched every 3000 ms and never from the cache', async () => {
  stand.cart = [kestrel]
  show(<CartButton userId={7} />)
  await pass(100)
  expect([stand.polls(), shownCount()]).toEqual([1, 'Cart, 1 item'])
  stand.cart = [kestrel, senko]
  await pass(2_900)
  expect([stand.polls(), shownCount()]).toEqual([1, 'Cart, 1 item'])
  await pass(200)
  expect([stand.polls(), shownCount()]).toEqual([2, 'Cart, 2 items'])
  await pass(9_000)
  expect(stand.polls()).toBe(5)
})

test('[CART-08] the cart is refetched when the window gets the focus', async () => {
  show(<CartButton userId={7} />)
  await pass(200)
  act(() => void window.dispatchEvent(new Event('focus')))
  await pass(0)
  expect(stand.polls()).toBe(2)
})

test('[CART-08] the cart is fetched only while a user is signed in', async () => {
  stand.cart = [kestrel]
  const { unmount } = show(<CartPage />)
  await pass(10_000)
  act(() => void window.dispatchEvent(new Event('focus')))
  await pass(0)
  expect(stand.polls()).toBe(0)
  unmount()

  const signedIn = show(<CartButton userId={7} />)
  await pass(100)
  signedIn.unmount()
  await pass(10_000)
  expect(stand.polls()).toBe(1)
})

test('[CART-08] opening the cart fetches it even if it is fresh', async () => {
  stand.cart = [kestrel]
  show(<CartButton userId={7} />)
  await pass(100)
  expect(stand.polls()).toBe(1)
  stand.cart = [kestrel, senko]
  fireEvent.click(cartButton())
  await pass(0)
  expect(stand.polls()).toBe(2)
  expect(screen.getByText('2 item(s) in your cart')).toBeTruthy()
})

test('[CART-08] a cart has zero staleness: going back online refetches it immediately', async () => {
  stand.cart = [kestrel]
  show(<CartButton userId={7} />)
  await pass(100)
  act(() => void window.dispatchEvent(new Event('offline')))
  act(() => void window.dispatchEvent(new Event('online')))
  await pass(0)
  expect(stand.polls()).toBe(2)
})

test('[CART-08] [CALL-02] a failing cart is retried twice, shown as empty, and recovers', async () => {
  stand.cart = [kestrel]
  show(<CartButton userId={7} />)
  await pass(100)
  expect(shownCount()).toBe('Cart, 1 item')
  stand.answers['GET /api/cart'] = refuse('server.busy')
  await pass(3_000)
  expect([stand.polls(), shownCount()]).toEqual([2, 'Cart, 1 item'])
  await pass(1_000)
  expect([stand.polls(), shownCount()]).toEqual([3, 'Cart, 1 item'])
  await pass(2_000)
  expect([stand.polls(), shownCount()]).toEqual([4, 'Cart'])
  stand.answers = {}
  await pass(3_100)
  expect(shownCount()).toBe('Cart, 1 item')
})

test.each([
  ['401', refuse('auth.required')],
  ['not a list', () => Response.json({ items: [kestrel] })],
  ['not JSON', () => new Response('<p>')],
])('[CALL-02] a response that is %s counts as an empty cart', async (_, answer) => {
  stand.answers['GET /api/cart'] = answer
  show(<CartButton userId={7} />)
  await pass(100)
  expect(shownCount()).toBe('Cart')
  await pass(5_000)
  expect(shownCount()).toBe('Cart')
})

test('[CART-09] after signing in the cart cache is dropped and refetched 100 ms later', async () => {
  stand.cart = [kestrel]
  const { unmount } = show(<CartButton userId={7} />)
  await pass(90)
  expect(stand.polls()).toBe(0)
  await pass(10)
  expect([stand.polls(), shownCount()]).toEqual([1, 'Cart, 1 item'])
  unmount()

  const client = createQueryClient()
  client.setQueryData(['/api/cart'], [item(8, 'Left by'), item(9, 'who sat here before')])
  show(<CartButton userId={8} />, client)
  await pass(0)
  expect(shownCount()).toBe('Cart')
  expect(client.getQueryData(['/api/cart'])).toBeUndefined()
  await pass(100)
  expect(shownCount()).toBe('Cart, 1 item')
})

test('[HEAD-02] the badge shows the number of items, up to a maximum', async () => {
  stand.cart = Array.from({ length: 100 }, (_, at) => item(at + 1, `Mod ${at}`))
  show(<CartButton userId={7} />)
  await pass(100)
  expect([shownCount(), cartButton().textContent]).toEqual(['Cart, 100 items', '99+'])
})

test('every card knows which mods are in the cart or owned, until the user signs out', async () => {
  stand.cart = [kestrel]
  stand.owned = [6]
  const { unmount } = show(<CartButton userId={7} />)
  await pass(100)
  expect(cartMemory.get()).toEqual({ ...cartMemory.nobody, isReady: true, inCart: new Set([4]), owned: new Set([6]) })
  unmount()
  expect(cartMemory.get()).toBe(cartMemory.nobody)
})
